import { globSync } from 'node:fs'
import { allLanguages, eachLanguage, fallbackLanguage, initialLanguage, type Language } from '../../shared/languages.ts'
import { attempt, type Problem } from '../problem.ts'
import { isBranch, spellPath, type TextTree, textsIn } from '../text-tree.ts'
import { requiredTexts, shapedLike, treeOf } from './required-texts.ts'
import { readYaml } from './yaml-file.ts'

/** One language's texts by section: a section is a file, content/texts/<language>/<section>.yml. */
export type LanguageTexts = Record<string, TextTree>

/** Every language's texts as they are in the files, gaps included. */
export type WrittenTexts = Record<Language, LanguageTexts>

/** Keys that only the build uses: they are not part of a page's data. */
export const buildOnlyKeys = ['head', 'sources', 'sources_note', 'pictures', 'teaser']

export const textFile = (language: Language, section: string) => `content/texts/${language}/${section}.yml`

/**
 * Reads every text file of every language, as written; the problems of files that cannot be read are added to `problems`.
 * @param last the texts to use instead of such a file
 */
export const readTexts = (folder: string, problems: Problem[], last?: WrittenTexts): WrittenTexts =>
  eachLanguage((language) => {
    const names = globSync('*.yml', { cwd: `${folder}/texts/${language}` }).sort()
    if (names.length === 0) problems.push({ file: `content/texts/${language}`, key: '', code: 'file_missing' })
    return Object.fromEntries(
      names.map((name) => {
        const section = name.slice(0, -'.yml'.length)
        const file = attempt(() => readYaml(folder, `texts/${language}/${name}`), problems)
        return [section, file?.tree ?? last?.[language][section] ?? {}] as const
      }),
    )
  })

/** The texts of every article. It may have sources and pictures too. */
export const emptyArticle = {
  head: { slug: '', title: '', description: '' },
  title: '',
  teaser: '',
  lead: '',
  body: '',
  sources_note: '',
}

/** An article as the code reads it. */
const articleModel: TextTree = {
  ...emptyArticle,
  ...treeOf(['sources.*', 'pictures.*.file', 'pictures.*.alt', 'pictures.*.caption', 'pictures.*.words.*']),
}

/** The shape of every section, by which texts are checked and filled. @param required those of other sections than articles */
export const modelsOf = (articles: string[], required: LanguageTexts = requiredTexts()): LanguageTexts => ({
  ...required,
  ...Object.fromEntries(articles.map((article) => [article, articleModel])),
})

/**
 * One language's texts with its gaps filled from the fallback language, as i18next's `fallbackLng` does, or from the initial
 * one, in the shape that the code reads. Only live editing and the editor's preview show such a text: the build fails for a gap.
 */
export function withFallback(texts: WrittenTexts, language: Language, articles: string[]): LanguageTexts {
  let filled: TextTree = {}
  for (const each of [initialLanguage, fallbackLanguage, language]) filled = fill(texts[each], filled)
  return shapedLike(filled, modelsOf(articles)) as LanguageTexts
}

function fill(tree: TextTree | undefined, fallback: TextTree): TextTree {
  if (isBranch(fallback)) {
    const branch = isBranch(tree) ? tree : {}
    const filled = Object.entries(fallback).map(([key, value]) => [key, fill(branch[key], value)])
    return { ...branch, ...Object.fromEntries(filled) }
  }
  if (Array.isArray(fallback)) return Array.isArray(tree) && tree.length > 0 ? tree : fallback
  return typeof tree === 'string' && tree.trim() ? tree : fallback
}

/** Every text of a tree with its key: `form.errors.name_empty`. */
export const leavesOf = (tree: TextTree) =>
  [...textsIn(tree)].map(([path, text]): [key: string, text: string] => [spellPath(path), text])

/** Every text of every language with its file and key, those of the initial language first. */
export const allTextsOf = (texts: WrittenTexts) =>
  allLanguages.flatMap((language) =>
    Object.entries(texts[language]).flatMap(([section, tree]) =>
      leavesOf(tree).map(([key, text]) => ({ language, section, file: textFile(language, section), key, text })),
    ),
  )

/** Whether a text is read from Markdown. */
export const isRunningText = (key: string) => /(^|\.)body$/.test(key)

/** Whether a text is part of an address or a file name, not words to read. */
export const isAddress = (key: string) => /(^|\.)(slug|anchor|file|url)$/.test(key)
