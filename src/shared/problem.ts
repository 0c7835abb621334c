import type { EditorWords } from '../editor/content.ts'
import { CommandError } from './command-error.ts'

/** What can be wrong in the content. editor.yml has a message for each code, under `problems`, in every language. */
export type ProblemCode = keyof EditorWords['problems']

/** A problem. `values` fill the variables of its message; `line` is set if the file could not be parsed. */
export type Problem = {
  file: string
  /** The path of the value, `offices[0].phone`; empty if the whole file is meant. */
  key: string
  code: ProblemCode
  values?: Record<string, string | number>
  line?: number
}

/** The content cannot be used, for all these problems. A command prints them in words (describeProblems). */
export class ContentError extends CommandError {
  override readonly name = 'ContentError'
  readonly problems: Problem[]
  constructor(problems: Problem[]) {
    super(problems.map((problem) => `${locationOf(problem)}: ${problem.code}`).join('\n'))
    this.problems = problems
  }
}

/**
 * Returns what `read` returns; if it throws a ContentError, adds its problems, so that all files are reported at once.
 * @param last what to return then
 */
export function attempt<Value>(read: () => Value, problems: Problem[], last?: Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    problems.push(...error.problems)
    return last
  }
}

/** Where a problem is: `content/texts/fr/contact.yml, line 12, form.send`. */
export const locationOf = ({ file, key, line }: { file: string; key: string; line?: number | undefined }) =>
  [file, line && `line ${line}`, key].filter(Boolean).join(', ')
