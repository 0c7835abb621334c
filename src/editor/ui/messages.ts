import { interpolate } from '../../shared/interpolate.ts'

type Messages = Record<string, string>

const claimPattern =
  /^This speaks of religion, law or practice \(“(?<said>.*?)”\) .* text: (?<text>\S+), paragraphs: \[(?<paragraph>\d+)\]/

/** What the content check says, and the words of the editor for it; groups of the pattern fill their braces. */
const patterns: [RegExp, key: string][] = [
  [/^This text is empty\.|^This is missing or empty\./, 'empty'],
  [/^This text is missing\. content/, 'missing'],
  [/^This \w+ has (?<count>\d+) characters\. Write (?<least>\d+) to (?<most>\d+)/, 'length'],
  [/has (?<count>\d+) words\. Write (?<least>\d+) to (?<most>\d+)/, 'words'],
  [/names the source \[\^(?<name>[^\]]*)\], which/, 'source_unknown'],
  [/^No text of this file uses this source\. Write \[\^(?<name>[^\]]*)\]/, 'source_unused'],
  [/has a link to page:(?<name>\S*), but no page/, 'page_unknown'],
  [/has a link to \S+\. A link names|has a link to .*authorities/, 'link'],
  [/shows (?:picture:)?(?<name>\S+), which is not under/, 'picture_unknown'],
  [/has a heading that does not begin/, 'heading'],
  [/^This text (?:has a line|holds|has words|has a picture)/, 'sign'],
  [/^This text (?:reads as|is the same as)/, 'foreign'],
  [/\{\{.*\}\}.*(?:missing here|nothing to put|in place of)/, 'braces'],
  [/cannot be part of an address/, 'slug'],
  [/has this address already/, 'slug_taken'],
  [/has the same (?:title|description)/, 'twin'],
  [/^Two headings of this page/, 'headings'],
  [/words set large/, 'quote'],
  [/too long for the picture/, 'card'],
  [/Write the telephone number/, 'phone'],
  [/Write the country’s two/, 'country'],
  [/Write an e-mail address/, 'email'],
  [claimPattern, 'claim'],
  [/^Nothing in .* needs this/, 'excuse_unused'],
]

/** The text and the paragraph that a problem asks a source for, as content/claims.yml names them. */
export function claimIn(message: string): { text: string; paragraph: string | undefined } | undefined {
  const { text, paragraph } = claimPattern.exec(message)?.groups ?? {}
  // Only a running text has paragraphs that differ in this.
  return (text && { text, paragraph: /[#.]body$/.test(text) ? paragraph : undefined }) || undefined
}

/** What is wrong, in the interface's language and without names of files. What has no words of its own stays as it is. */
export function wordsFor(message: string, messages: Messages, language: string): string {
  for (const [pattern, key] of patterns) {
    const match = pattern.exec(message)
    if (match) return interpolate(messages[key] ?? message, match.groups ?? {})
  }
  if (language === 'en') return message
  const needed = /^(?:This is missing|The site cannot use this)\./.test(message)
  return needed ? `${messages.needed} (${message})` : message
}
