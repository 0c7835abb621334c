import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, type } from 'node:os'
import { findBrowser } from '../tests/support/programs.ts'

/** One line of a report: what was measured, and its figures by column; a single one is under `value`. */
export type Row = { what: string; [column: string]: number | string }

/** Takes one part of the measurements, and reports its progress. */
export type Measure = (report: (step: string) => void) => Promise<Row[]>

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/** The medians of some samples, figure by figure, in whole units. */
export const medians = (samples: Record<string, number>[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(samples[0] ?? {}).map((name) => [
      name,
      Math.round(median(samples.map((each) => each[name] ?? Number.NaN))),
    ]),
  )

/** Prints a report as a table, and writes it with date, machine and versions to bench/results/. */
export function publish(title: string, rows: Row[]): void {
  const table = tableOf(rows)
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${type()} ${release()}`
  const file = `bench/results/${date}-${title}.md`
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(file, `# ${title}, ${date}\n\n${versions().join(', ')}; ${machine}.\n\n${table}\n`)
  console.log(`\n${table}\n\nWritten to ${file}.`)
}

/** A Markdown table with a column for each figure that any of the rows has, in the order of their first appearance. */
function tableOf(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [
    columns.map((column) => (column === 'value' ? 'median' : column)),
    columns.map((column) => (column === 'what' ? '---' : '--:')),
    ...rows.map((row) => columns.map((column) => row[column] ?? '')),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** What the figures depend on besides the machine. */
function versions(): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return [
    `Node ${process.versions.node}`,
    `SQLite ${process.versions.sqlite}`,
    `React ${dependencies.react}`,
    spawnSync(findBrowser(), ['--version'], { encoding: 'utf8' }).stdout.trim(),
  ]
}
