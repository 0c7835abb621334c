import { Scalar, stringify } from 'yaml'

/** How a value is written at its place in a file. */
export type Place = {
  /** The way it was written before, as `yaml` calls it. */
  style: Scalar.Type
  /** Columns before the lines of a block scalar. */
  indent: number
  /** Columns before the value on its own line. */
  column: number
  /** Whether it stands between braces or brackets, where no block scalar can. */
  isInFlow: boolean
  /** Whether it was longer than a line already. */
  wasLong: boolean
  eol: string
}

/** The columns that the content files keep to. */
export const lineWidth = 120

/**
 * The ways to write a value, in the order in which they suit its place: as it was written before where that can hold it. Not
 * every one reads back as the value; the last one always does.
 */
export function* stylesOf(value: string, place: Place): Generator<string> {
  const { style, column, wasLong } = place
  const isTooLong = style === 'PLAIN' && !wasLong && column + value.length > lineWidth
  const inLines = value.includes('\n') ? 'BLOCK_LITERAL' : isTooLong ? 'BLOCK_FOLDED' : style
  if (value.trim()) yield inStyle(style.startsWith('BLOCK') ? style : inLines, value, place)
  yield doubleQuoted(value)
}

/** A value as `yaml` writes it in a style, or in the next one that can hold it. */
function inStyle(style: Scalar.Type, value: string, { indent, isInFlow, eol }: Place): string {
  const scalar = Object.assign(new Scalar(value), { type: style })
  const written = stringify(
    { k: scalar },
    {
      schema: 'failsafe',
      indent,
      collectionStyle: isInFlow ? 'flow' : 'any',
      flowCollectionPadding: false,
      lineWidth: style === 'BLOCK_FOLDED' ? lineWidth : 0,
      singleQuote: style === 'QUOTE_SINGLE',
      doubleQuotedAsJSON: true,
    },
  )
  const text = isInFlow ? written.slice('{k: '.length, -'}\n'.length) : written.slice('k: '.length, -'\n'.length)
  return text.startsWith('"') ? doubleQuoted(value) : text.replaceAll('\n', eol)
}

/** YAML's double-quoted style on one line. JSON's escapes are among YAML's; what a line could not hold is escaped besides. */
export function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
