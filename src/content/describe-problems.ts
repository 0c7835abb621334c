import { readFileSync, statSync } from 'node:fs'
import { LineCounter, type Node } from 'yaml'
import { interpolate } from '../shared/interpolate.ts'
import { fallbackLanguage } from '../shared/languages.ts'
import { locationOf, type Problem } from '../shared/problem.ts'
import { parseYaml } from './read/yaml-file.ts'
import { parsePath } from './text-tree.ts'

/** All problems with file, line and key, in the language of the command line. */
export function describeProblems(problems: Problem[]): string {
  const editor = parseContent(`content/texts/${fallbackLanguage}/editor.yml`)
  const described = problems.map((problem) => {
    const { code, values = {}, line = lineOf(problem) } = problem
    const words = editor?.getIn(['problems', code])
    const message = typeof words === 'string' ? interpolate(words, values) : [code, ...Object.values(values)].join(': ')
    return `  ${locationOf({ ...problem, line })}\n      ${message}`
  })
  return [`Problems in the content: ${problems.length}`, ...described].join('\n\n')
}

/** The line of a value in its YAML file, or of what should contain that value. */
function lineOf({ file, key }: Problem): number | undefined {
  const lineCounter = new LineCounter()
  const document = key && file.endsWith('.yml') && parseContent(file, lineCounter)
  for (const steps = parsePath(key); document && steps.length > 0; steps.pop()) {
    const node = document.getIn(steps, true) as Node | undefined
    if (node?.range) return lineCounter.linePos(node.range[0]).line
  }
  return undefined
}

/** A file's document, also of a file with errors; undefined if there is no such file. */
function parseContent(file: string, lineCounter?: LineCounter) {
  const path = new URL(`../../${file}`, import.meta.url)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile()
  return isFile ? parseYaml(readFileSync(path, 'utf8'), lineCounter) : undefined
}
