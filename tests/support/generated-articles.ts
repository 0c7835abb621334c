import { appendFileSync, writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { type LanguageTexts, leavesOf, textFile } from '../../src/content/read/texts.ts'
import { allLanguages, initialLanguage, type Language } from '../../src/shared/languages.ts'

export type GeneratedArticle = { key: string; texts: Record<Language, Article> }

/** The shape of content/texts/<language>/<key>.yml. */
type Article = {
  head: { slug: string; title: string; description: string }
  title: string
  teaser: string
  lead: string
  body: string
  sources: Record<string, string>
  sources_note: string
}

/** As long as the articles at hand: some thousand words. */
const sections = 6
const paragraphs = 2
const sentencesInParagraph = 4
const citations = 8

/**
 * Articles to weigh and not to read: the site's own sentences, in another order on each page. So they are in the right
 * language, and no sentence stands twice on a page, which would compress better than writing does.
 * @param written the texts of each language, of which some must be articles
 */
export function generateArticles(count: number, written: Record<Language, LanguageTexts>): GeneratedArticle[] {
  const pools = Object.fromEntries(allLanguages.map((language) => [language, poolOf(written[language])]))
  const sourceIds = Object.keys((pools[initialLanguage] as Pool).sources)
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const cited = shuffled(sourceIds, number).slice(0, citations)
    const texts = allLanguages.map((language) => [language, writeArticle(pools[language] as Pool, number, cited)])
    return { key: `generated_${number}`, texts: Object.fromEntries(texts) }
  })
}

/** Writes articles as a person would. @param folder the one that holds the folder `content` */
export function writeArticles(folder: string, articles: GeneratedArticle[]): void {
  for (const { key, texts } of articles)
    for (const language of allLanguages)
      writeFileSync(`${folder}/${textFile(language, key)}`, stringify(texts[language]))
  appendFileSync(`${folder}/content/articles.yml`, articles.map(({ key }) => `- ${key}\n`).join(''))
}

type Pool = { sentences: string[]; headings: string[]; sources: Record<string, string>; note: string }

/** What the texts of a language hold: the sentences of their running texts, without citations, and the sources. */
function poolOf(texts: LanguageTexts): Pool {
  const bodies = Object.values(texts).flatMap((section) =>
    [...leavesOf(section)].filter(([key]) => /(^|\.)body$/.test(key)).map(([, text]) => text),
  )
  const lines = bodies.flatMap((body) => body.split('\n')).map((line) => line.replace(/\[\^[^\]]+\]/g, '').trim())
  const articles = Object.values(texts) as Partial<Article>[]
  return {
    // Headings, pull quotes, pictures and list items begin with a sign.
    sentences: distinct(
      lines
        .filter((line) => /^[\p{Letter}¿¡«]/u.test(line))
        .flatMap((line) => line.split(/(?<=[.?!»])\s+(?=[\p{Lu}¿¡«])/u))
        .filter((sentence) => /^[\p{Lu}¿¡«].{30,300}\.$/u.test(sentence) && !sentence.includes('{{')),
    ),
    headings: distinct(lines.filter((line) => line.startsWith('## ')).map((line) => line.slice('## '.length))),
    sources: Object.assign({}, ...articles.map(({ sources }) => sources ?? {})),
    note: articles.find(({ sources_note }) => sources_note)?.sources_note ?? '',
  }
}

function writeArticle({ sentences, headings, sources, note }: Pool, number: number, cited: string[]): Article {
  const said = shuffled(sentences, number)
  const [topic = '', ...heads] = shuffled(headings, number)
  const next = (count: number) => said.splice(0, count)
  const title = `${topic} ${number}`
  const description = `${number}. ${said.find(({ length }) => length >= 50 && length <= 160)}`
  const teaser = next(1)
  const lead = next(2)
  const [quote = ''] = said
  let place = 0
  const body = heads.slice(0, sections).flatMap((heading) => [
    `## ${heading}`,
    ...Array.from({ length: paragraphs }, () => {
      const source = cited[place++]
      return next(sentencesInParagraph).join(' ') + (source ? `[^${source}]` : '')
    }),
  ])
  return {
    head: { slug: slugOf(title), title, description },
    title,
    teaser: teaser.join(' '),
    lead: lead.join(' '),
    body: `> ${quote}[^${cited[0]}]\n\n${body.join('\n\n')}\n`,
    sources: Object.fromEntries(cited.slice(0, place).map((id) => [id, sources[id] ?? id])),
    sources_note: note,
  }
}

const distinct = (texts: string[]) => [...new Set(texts)]

const slugOf = (title: string) =>
  title
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** In another order for each seed, and in the same one whenever it is asked for (Fisher and Yates; mulberry32). */
function shuffled<Item>(items: Item[], seed: number): Item[] {
  let state = seed * 0x9e3779b1
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other] as Item, result[last] as Item]
  }
  return result
}
