import { allLanguages, type Language } from '../src/shared/languages.ts'
import type { PageKey } from '../src/shared/pages.ts'
import { addresses, allPages, pages } from '../tests/support/addresses.ts'

export type SamplePage = { kind: string; language: Language; address: string }

/** The first page of each kind in the page table, in a language. */
export function samplePagesIn(language: Language): SamplePage[] {
  const firstOf = new Map(allPages.toReversed().map((page): [string, PageKey] => [pages[page], page]))
  return [...firstOf]
    .toReversed()
    .map(([kind, page]) => ({ kind, language, address: encodeURI(addresses[page][language]) }))
}

/** The first page of each kind, in every language. */
export const samplePages = allLanguages.flatMap(samplePagesIn)
