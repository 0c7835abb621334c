import type { Language } from '../shared/languages.ts'

/** Files below content/, as the editor names them. */
export const articlesDraft = 'articles.yml'
export const draftOf = (language: Language, section: string) => `texts/${language}/${section}.yml`
