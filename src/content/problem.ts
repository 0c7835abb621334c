/** One thing to mend in the content, told to the person who edits it: which file, which key, and what to do. */
export type Problem = { file: string; key: string; message: string }

/** The content cannot be used; `problems` says everything that is wrong with it. */
export class ContentError extends Error {
  readonly problems: Problem[]
  constructor(problems: Problem[]) {
    super(describeProblems(problems))
    this.name = 'ContentError'
    this.problems = problems
  }
}

export function describeProblems(problems: Problem[]): string {
  const count = problems.length === 1 ? '1 thing to mend' : `${problems.length} things to mend`
  const lines = problems.map(({ file, key, message }) => `  ${file}${key && `  ${key}`}\n      ${message}`)
  return [`The content has ${count}:`, ...lines].join('\n')
}
