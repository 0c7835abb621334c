import type { Language } from '../shared/languages.ts'

/** Files below content/, values in them, and the names of both: `organisation.yml#offices[0].phone`. */
export type KeyPath = (string | number)[]

export const articlesFile = 'articles.yml'
export const textFileOf = (language: Language, section: string) => `texts/${language}/${section}.yml`
export const sectionOf = (file: string) => /^texts\/[^/]+\/(.+)\.yml$/.exec(file)?.[1] ?? ''
export const languageOfFile = (file: string) => /^texts\/([^/]+)\//.exec(file)?.[1] as Language | undefined
export const fileOf = (name: string) => name.split('#')[0] as string

export const formatPath = (path: KeyPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text ? `${text}.${step}` : step
  }, '')

export const parsePath = (text: string): KeyPath =>
  [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) => (index === undefined ? `${key}` : Number(index)))

/** The path of a problem's key: `offices.0.phone` is `offices[0].phone`. */
export const pathOfKey = (key: string) => key.replace(/(?:^|\.)(\d+)(?=\.|$)/g, '[$1]')

/** The item of a list that a path leads into, the innermost one: `offices[0].nearby[1]` of `offices[0].nearby[1].name`. */
export const itemIn = (path: string) => /^.*\]/.exec(path)?.[0]

type Said = { path: string; value: string }

/**
 * What tells an item of a list from the others: what it says. An edit names its item by this, because the item may have moved.
 * @param except the value that is being edited
 */
export const identityOf = (fields: Said[], item: string, except?: string): string =>
  fields
    .filter(
      ({ path }) => path !== except && (path === item || path.startsWith(`${item}.`) || path.startsWith(`${item}[`)),
    )
    .map(({ path, value }) => `${path.slice(item.length)}=${value}`)
    .join('\n')
