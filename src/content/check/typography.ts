import type { Language } from '../../shared/languages.ts'

type Rule = { pattern: RegExp; message: string }

/** Many devices have no ﷺ in their fonts, and show a box. */
const blessing = (words: string): Rule => ({
  pattern: /ﷺ/,
  message: `Not every device has this sign: write “(${words})”.`,
})

/** Wrong in every language. */
const everywhere: Rule[] = [
  { pattern: /\S {2,}\S/, message: 'There are two spaces here where one is enough.' },
  { pattern: /(?<=[\p{L}\p{N}\s(])"|"(?=\p{L})/u, message: 'Straight quotation marks: write “ ” or « ».' },
  { pattern: / [,.](?=\s|$)/, message: 'There is a space before this mark.' },
]

/** What is wrong in one language more; a new one has none of these at first. */
const byLanguage: Partial<Record<Language, Rule[]>> = {
  // RAE, Ortografía de la lengua española: a question and an exclamation are opened, too.
  es: [
    { pattern: /(?<=^|[.!?…:;]\s)[^¿?.!…:;\n]*[^\s¿?]\?/m, message: 'This question is not opened: write “¿”.' },
    { pattern: /\p{L}'\p{L}/u, message: 'A straight apostrophe: write “’”.' },
    blessing('la paz y las bendiciones sean con él'),
  ],
  en: [{ pattern: /\p{L}'\p{L}/u, message: 'A straight apostrophe: write “’”.' }, blessing('peace be upon him')],
  // Imprimerie nationale, Lexique des règles typographiques: a mark of two parts is kept on the line of its word.
  fr: [
    { pattern: /[^\s\u00a0\u202f][;!?](?=\s|$)/, message: 'Before this mark stands a non-breaking space.' },
    {
      pattern: /[\p{L}\p{N}»)]:(?=\s|$)|[^\u00a0\u202f\s]»|«[^\u00a0\u202f]/u,
      message: 'Here stands a non-breaking space.',
    },
    { pattern: /\S [;:!?»]|« /, message: 'This space lets the mark go to another line: write a non-breaking one.' },
    blessing('paix et bénédictions sur lui'),
  ],
}

/** @returns what a printer of the language would mend, once for each rule, with the words where it is */
export function findTypographyErrors(prose: string, language: Language): { near: string; message: string }[] {
  return [...everywhere, ...(byLanguage[language] ?? [])].flatMap(({ pattern, message }) => {
    const found = pattern.exec(prose)
    return found
      ? [
          {
            near: prose.slice(found.index, found.index + 40).trim(),
            message: `${message} (“${prose.slice(Math.max(0, found.index - 12), found.index + 12).trim()}”)`,
          },
        ]
      : []
  })
}
