import { globSync } from 'node:fs'
import { allLanguages, eachLanguage, type Language } from '../../shared/languages.ts'
import { attempt, type Problem } from '../../shared/problem.ts'
import { lazily } from '../lazily.ts'
import { spellPath, type TextTree, textsIn } from '../text-tree.ts'
import { readYaml } from './yaml-file.ts'

/** One language's texts by section: a section is a file, content/texts/<language>/<section>.yml. */
export type LanguageTexts = Record<string, TextTree>

/** Every language's texts as they are in the files, gaps included. */
export type RawTexts = Record<Language, LanguageTexts>

export const textFile = (language: Language, section: string) => `content/texts/${language}/${section}.yml`

/**
 * Reads the text files of every language, as written, each when it is first asked for.
 * @param problems gets what is wrong in a file that cannot be read, when it is asked for
 * @param last the texts to use instead of such a file
 */
export const readTexts = (folder: string, problems: Problem[], last?: RawTexts): RawTexts =>
  eachLanguage((language) => {
    const names = globSync('*.yml', { cwd: `${folder}/texts/${language}` }).sort()
    if (names.length === 0) problems.push({ file: `content/texts/${language}`, key: '', code: 'file_missing' })
    const sections = names.map((name) => name.slice(0, -'.yml'.length))
    return lazily(sections, (section) => {
      const read = () => readYaml(folder, `texts/${language}/${section}.yml`).tree
      return attempt(read, problems, last?.[language][section]) ?? {}
    })
  })

/** Every text of every language with its file and key, those of the initial language first. */
export const allTextsOf = (texts: RawTexts) =>
  allLanguages.flatMap((language) =>
    Object.entries(texts[language]).flatMap(([section, tree]) => {
      const file = textFile(language, section)
      return [...textsIn(tree)].map(([path, text]) => ({ language, section, file, path, key: spellPath(path), text }))
    }),
  )

/** Whether a text is part of an address or a file name, not words to read. */
export const isAddress = (key: string) => /(^|\.)(slug|anchor|file|url)$/.test(key)
