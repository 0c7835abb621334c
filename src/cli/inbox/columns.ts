const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u

/** How many columns of a terminal a text takes, near enough: East Asian characters and emoji take two. */
export const widthOf = (text: string) =>
  [...graphemes.segment(text)].reduce((width, { segment }) => width + graphemeWidth(segment), 0)

const graphemeWidth = (grapheme: string) => (wide.test(grapheme) ? 2 : 1)

/** The beginning of a text that fits, with … where something was left out. */
export function cut(text: string, columns: number): string {
  let width = 0
  let end = 0
  for (const { segment, index } of graphemes.segment(text)) {
    width += graphemeWidth(segment)
    if (width > columns) return columns > 0 ? `${text.slice(0, end)}…` : ''
    if (width < columns) end = index + segment.length
  }
  return text
}

/** A text that takes so many columns, cut or filled up with spaces. */
export function fill(text: string, columns: number): string {
  const shown = cut(text, columns)
  return shown + ' '.repeat(Math.max(0, columns - widthOf(shown)))
}

/** Divides columns among those who want them: nobody gets more than wanted, and who goes short gets as much as others. */
export function share(columns: number, wishes: number[]): number[] {
  const shares = wishes.map(() => 0)
  let left = Math.max(0, columns)
  let open = wishes.length
  const byWish = [...wishes.entries()].sort(([, one], [, other]) => one - other)
  for (const [index, wish] of byWish) {
    const got = Math.min(wish, Math.floor(left / open))
    shares[index] = got
    left -= got
    open -= 1
  }
  return shares
}
