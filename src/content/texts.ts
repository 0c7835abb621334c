import { existsSync, readdirSync } from 'node:fs'
import { allLanguages, fallbackLanguage, initialLanguage, type Language } from '../shared/languages.ts'
import { ContentError } from './problem.ts'
import { readYaml } from './yaml-file.ts'

/** Texts as they stand in a file: nested keys, lists and strings. */
export type TextTree = string | TextTree[] | { [key: string]: TextTree }

/** One language's texts by section: a section is a file, content/texts/<language>/<section>.yml. */
export type LanguageTexts = Record<string, TextTree>

export const textFile = (language: Language, section: string) => `content/texts/${language}/${section}.yml`

/** Reads every text file of every language, as written. */
export function readTexts(folder: string): Record<Language, LanguageTexts> {
  const entries = allLanguages.map((language) => [language, readLanguage(folder, language)])
  return Object.fromEntries(entries)
}

function readLanguage(folder: string, language: Language): LanguageTexts {
  const languageFolder = `${folder}/texts/${language}`
  if (!existsSync(languageFolder))
    throw new ContentError([
      { file: `content/texts/${language}/`, key: '', message: 'is missing: this language has no texts.' },
    ])
  const files = readdirSync(languageFolder).filter((name) => name.endsWith('.yml'))
  return Object.fromEntries(
    files.map((name) => {
      const section = name.slice(0, -'.yml'.length)
      return [section, (readYaml(`${languageFolder}/${name}`, textFile(language, section)).value ?? {}) as TextTree]
    }),
  )
}

/**
 * One language's texts with its gaps filled from the fallback language, as i18next's `fallbackLng` does. The set of keys
 * is the initial language's. Only live editing shows such a text: the build refuses the gap first.
 */
export function withFallback(texts: Record<Language, LanguageTexts>, language: Language): LanguageTexts {
  const reference = texts[initialLanguage]
  return fill(texts[language], fill(texts[fallbackLanguage], reference)) as LanguageTexts
}

function fill(tree: TextTree | undefined, fallback: TextTree): TextTree {
  if (isBranch(fallback)) {
    const branch = isBranch(tree) ? tree : {}
    return Object.fromEntries(Object.entries(fallback).map(([key, value]) => [key, fill(branch[key], value)]))
  }
  if (Array.isArray(fallback)) return Array.isArray(tree) && tree.length > 0 ? tree : fallback
  return typeof tree === 'string' && tree.trim() ? tree : fallback
}

export function isBranch(tree: unknown): tree is { [key: string]: TextTree } {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree)
}

/** Every text of a tree with its dotted key: `form.errors.name_empty`. */
export function* leavesOf(tree: TextTree, prefix = ''): Generator<[key: string, text: string]> {
  if (typeof tree !== 'object' || tree === null) yield [prefix, String(tree ?? '')]
  else for (const [key, value] of Object.entries(tree)) yield* leavesOf(value, prefix ? `${prefix}.${key}` : key)
}
