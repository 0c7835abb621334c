import { allLanguages, homeAddress, notFoundAddress } from '../../shared/languages.ts'
import { pagesIn } from '../../shared/pages.ts'
import { foldAddress } from '../../shared/redirects.ts'
import type { Problem } from '../problem.ts'
import { addressOf, headOf, headSection } from '../read/addresses.ts'
import type { Content } from '../read/content.ts'
import { allTextsOf, textFile } from '../read/texts.ts'

const reservedAddresses = [
  ...allLanguages.flatMap((language) => [homeAddress(language), `/${language}`, notFoundAddress(language)]),
  '/api',
  '/assets',
  '/healthz',
  '/readyz',
]

/** Ids that every page has, or gives to headings and sources: a question with such an id could not be reached. */
const otherIds = /^(app|main|map|menu|offices|pages|site|sources|star-pattern|(call|h|source)-.*)$/

/** Whether a text can be part of an address: words of letters and digits, joined by hyphens. */
const isSlug = (text: string) => /^[\p{Letter}\p{Number}]+(-[\p{Letter}\p{Number}]+)*$/u.test(text.normalize('NFC'))

/**
 * Two pages cannot share an address, and only the home page may have an empty slug. Two questions cannot share an anchor,
 * which is their fragment.
 */
export function* checkAddresses({ written: texts, pages }: Pick<Content, 'written' | 'pages'>): Generator<Problem> {
  const taken = new Set(reservedAddresses)
  for (const language of allLanguages)
    for (const page of pagesIn(pages)) {
      // A missing file is reported elsewhere.
      if (!texts[language][headSection(page)]) continue
      const found = { file: textFile(language, headSection(page)), key: 'head.slug' }
      const { slug } = headOf(texts[language], page)
      if (page === 'home') {
        if (slug) yield { ...found, code: 'slug_home' }
      } else if (!isSlug(slug)) yield { ...found, code: 'slug' }
      else {
        // Near misses of an address redirect to it, so two addresses must differ in more than an accent.
        const address = foldAddress(addressOf(language, slug))
        if (taken.has(address)) yield { ...found, code: 'slug_taken' }
        taken.add(address)
      }
    }
  for (const { file, section, key, text: name } of allTextsOf(texts)) {
    if (section !== 'questions' || !key.endsWith('.anchor')) continue
    if (!isSlug(name)) yield { file, key, code: 'slug' }
    else if (otherIds.test(name) || taken.has(file + name)) yield { file, key, code: 'twice', values: { name } }
    taken.add(file + name)
  }
}
