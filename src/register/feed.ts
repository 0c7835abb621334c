import type { BuiltSite } from '../shared/built-site.ts'
import { escapeMarkup } from '../shared/escape-markup.ts'
import { eachLanguage, type Language } from '../shared/languages.ts'
import { memoizeLast } from '../shared/memoize.ts'
import { plainWords } from '../shared/rich-text.ts'
import type { registerPages } from './pages.ts'

/** The most entries of a feed: whoever reads it once a week misses none. */
const maxFeedEntries = 500

type FeedParts = { origin: string; site: Pick<BuiltSite, 'shells'> }

/**
 * What changed as an Atom feed (RFC 4287). An entry is dated when it came into effect on the site, and again when it was corrected.
 * @returns a function from a language to the feed, which is written once a day
 */
export function changesFeed(
  { changesPage, dayNow }: Pick<ReturnType<typeof registerPages>, 'changesPage' | 'dayNow'>,
  { origin, site }: FeedParts,
) {
  const feedsOn = memoizeLast((_today: string) => eachLanguage((language) => memoizeLast(() => writeFeed(language))))
  return (language: Language) => feedsOn(dayNow())[language](language)

  function writeFeed(language: Language): string {
    const { address, content } = changesPage(language, new URLSearchParams(), maxFeedEntries)
    const { name } = site.shells[language]
    const entries = content.view.changes?.entries ?? []
    const written = entries.map(({ id, number, names, at, what, sentences }) =>
      [
        '<entry>',
        element('id', `${origin}/c/${id}`),
        element('title', [number, ...names, what].join(' · ')),
        element('updated', at),
        link('alternate', origin, `${content.search.action}/${number}`),
        element('summary', sentences.map((each) => plainWords([each])).join(' ')),
        '</entry>',
      ].join(''),
    )
    return [
      '<?xml version="1.0" encoding="utf-8"?>',
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
      element('id', new URL(address, origin).href),
      element('title', `${content.changes.title} · ${name}`),
      element('updated', entries[0]?.at ?? `${dayNow()}T00:00:00Z`),
      `<author>${element('name', name)}</author>`,
      link('self', origin, `${address}.atom`),
      link('alternate', origin, address),
      ...written,
      '</feed>\n',
    ].join('\n')
  }
}

/** XML allows no control characters. */
const element = (tag: string, text: string) => `<${tag}>${escapeMarkup(text.replace(/\p{Cc}+/gu, ' '))}</${tag}>`
const link = (rel: string, origin: string, path: string) =>
  `<link rel="${rel}" href="${escapeMarkup(new URL(path, origin).href)}"/>`
