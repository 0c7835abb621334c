import type { Language } from '../../shared/languages.ts'

/** Files below content/, as the editor names them. */
export const articlesFile = 'articles.yml'
export const claimsFile = 'claims.yml'
export const textFile = (language: Language, section: string) => `texts/${language}/${section}.yml`
