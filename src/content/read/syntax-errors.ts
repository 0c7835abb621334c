import type { YAMLParseError } from 'yaml'

/** What is wrong in the form of a content file: the line, and what to write there instead. */
export type SyntaxProblem = { line: number; message: string }

/** Says in an editor's words why a file cannot be read, from its first error: the others are most often consequences. */
export function explainError(source: string, { code, pos }: Pick<YAMLParseError, 'code' | 'pos'>): SyntaxProblem {
  const lines = source.split(/\r?\n/)
  const told = source.slice(0, pos[0]).split('\n').length
  // An empty line is never the one to mend.
  const at =
    1 +
    Math.max(
      told - 1,
      lines.findIndex((line, index) => index >= told - 1 && line.trim() !== ''),
    )
  return (
    findForeignLine(lines) ??
    (code === 'DUPLICATE_KEY'
      ? { line: at, message: `${nameIn(lines, at)} stands twice. Remove one of the two.` }
      : undefined) ??
    findOpenQuote(lines, at, code) ??
    explainLine(lines, at, code)
  )
}

/** What an editor program may have put into the file, and what no text can contain. */
export function findForeignLine(lines: string[]): SyntaxProblem | undefined {
  const find = (pattern: RegExp, message: string): SyntaxProblem | undefined => {
    const index = lines.findIndex((line) => pattern.test(line))
    return index < 0 ? undefined : { line: index + 1, message }
  }
  return (
    find(
      /^(<{7}|>{7}|={7})( |$)/,
      'Two people changed this passage at the same time. Keep the lines of one of them, and remove the lines of <, = and >.',
    ) ??
    find(
      /^ *\t/,
      'This line begins with a tab. Remove it, and type as many spaces as the lines beside it begin with.',
    ) ??
    find(
      /^ *[\u00a0\u202f\u2000-\u200b\u3000]/,
      'This line begins with a special space that looks like an ordinary one. Remove it, and type ordinary spaces.',
    ) ??
    find(/^---/, 'This line of dashes cuts the file in two. Remove it.')
  )
}

const keyedLine = /^(?<begin>\s*(?:- )?)(?<key>[\w-]+):\s+(?<text>\S.*)$/
const nameIn = (lines: string[], at: number) => `“${/^\s*(?:- )?([\w-]+):/.exec(lines[at - 1] ?? '')?.[1] ?? 'This'}”`
const isWritten = (line: string) => line.trim() !== ''
const indentOf = (line: string) => /^ */.exec(line)?.[0].length ?? 0

function findOpenQuote(lines: string[], at: number, code: string): SyntaxProblem | undefined {
  if (code !== 'MISSING_CHAR') return undefined
  for (let line = Math.min(at, lines.length); line > 0; line--) {
    const text = (keyedLine.exec(lines[line - 1] ?? '')?.groups?.text ?? '').trim()
    const quote = /^["']/.exec(text)?.[0]
    if (quote && (text.length === 1 || !text.endsWith(quote)))
      return {
        line,
        message: `The quotation mark ${quote} at the beginning of this text is not closed. ${asWritten(lines, line)}`,
      }
  }
  return undefined
}

function explainLine(lines: string[], at: number, code: string): SyntaxProblem {
  const problem = (message: string, line = at): SyntaxProblem => ({ line, message })
  if (code === 'BLOCK_IN_FLOW' || code === 'BAD_INDENT') {
    const brace = lines.slice(0, at).findLastIndex((line) => /(?:- |: |!placeholder )\{(?!\{)/.test(line))
    const isOpen = !/\}\s*$/.test(lines[brace] ?? '')
    if (brace >= 0 && (brace === at - 1 || isOpen))
      return problem(
        'Something is missing between the braces { and }. Inside, write “name: value” and a comma before the next one, and close with }. A value that holds a comma or a colon stands between straight quotation marks.',
        brace + 1,
      )
  }
  const written = lines[at - 1] ?? ''
  const [, item] = /^\s*-([^\s-].*)$/.exec(written) ?? []
  if (item) return problem(`A space is missing after the dash. Write: - ${item}`)
  if (code === 'BAD_INDENT') {
    const neighbours = { above: lines.slice(0, at - 1).findLast(isWritten), below: lines.slice(at).find(isWritten) }
    const [side, other = ''] =
      Object.entries(neighbours).find(([, line]) => indentOf(line ?? '') !== indentOf(written)) ?? []
    const moved = findMovedLeft(lines, at - 1) ?? (side && apart(at, lines, side, other))
    if (moved) return moved
  }
  const { text = '' } = keyedLine.exec(written)?.groups ?? {}
  if (/^["']/.test(text))
    return problem(`The quotation mark that closes this text stands in the middle of it. ${asWritten(lines, at)}`)
  if (/: |:$/.test(text))
    return problem(`This text holds a colon, so it must stand between quotation marks. ${asWritten(lines, at)}`)
  if (/^[{[*&!@%`>|?#-]/.test(text))
    return problem(
      `This text begins with ${text[0]}, so it must stand between quotation marks. ${asWritten(lines, at)}`,
    )
  if (code === 'BAD_DQ_ESCAPE') return problem('A text between quotation marks cannot hold the sign \\. Remove it.')
  const next = lines.findIndex((line, index) => index >= at && isWritten(line))
  if (text && indentOf(lines[next] ?? '') > indentOf(written))
    return (
      findMovedLeft(lines, at) ?? {
        line: next + 1,
        message: `This line begins further to the right than the line above it, as if it belonged to that text. Let both begin with ${spaces(indentOf(written))}.`,
      }
    )
  const glued = /^\s*([\w-]+):(\S.*)$/.exec(written)
  if (glued) return problem(`A space is missing after the colon. Write: ${glued[1]}: ${glued[2]}`)
  if (!/:(\s|$)/.test(written))
    return problem(
      'This line has no name. A text of its own is written “name: text”, in a list “- text”; a line that goes on with the text above begins with the same spaces as that text.',
    )
  return problem(
    'The site cannot read this line. A line is made of spaces, a name, a colon, a space and the text: compare it with the lines around it, or take your last change back.',
  )
}

/** The last named line up to a line, where its group begins above it and goes on further to the right below it. */
function findMovedLeft(lines: string[], upTo: number): SyntaxProblem | undefined {
  const named = [...lines.keys()].filter((index) => /^\s*(?:- )?[\w-]+:/.test(lines[index] ?? ''))
  const place = named.findLastIndex((index) => index < upTo)
  const [above, own, below] = [-1, 0, 1].map((step) => lines[named[place + step] ?? -1])
  if (!above || !own || !below || !keyedLine.test(own) || indentOf(below) <= indentOf(own)) return undefined
  const isMoved = indentOf(above) === indentOf(/:\s*$/.test(above) ? own : below)
  return isMoved ? apart((named[place] ?? 0) + 1, lines, 'below', below) : undefined
}

const apart = (line: number, lines: string[], side: string, other: string): SyntaxProblem => ({
  line,
  message: `This line begins with ${spaces(indentOf(lines[line - 1] ?? ''))}, the line ${side} it with ${spaces(indentOf(other))}. Lines that belong together begin below each other.`,
})

const spaces = (count: number) => (count === 0 ? 'no space' : count === 1 ? '1 space' : `${count} spaces`)

/** The line as it should be written: its text between straight quotation marks, and none of these inside. */
function asWritten(lines: string[], at: number): string {
  const { key = '', text = '' } = keyedLine.exec(lines[at - 1] ?? '')?.groups ?? {}
  return `Write: ${key}: ${quoted(text)}`
}

/** A text between straight quotation marks; those inside become “ and ”, and the apostrophe ’. */
export function quoted(text: string): string {
  const outer = /^["']/.exec(text)?.[0] ?? ''
  const inner = text
    .slice(outer.length)
    .replace(outer ? new RegExp(`${outer}\\s*$`) : /\s+$/, '')
    .replace(/''/g, '’')
    .replace(/(?<=\p{Letter})'(?=\p{Letter})/gu, '’')
  let isOpen = false
  return `"${inner.replace(/"/g, () => {
    isOpen = !isOpen
    return isOpen ? '“' : '”'
  })}"`
}
