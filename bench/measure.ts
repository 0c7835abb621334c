import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, release, type } from 'node:os'

/** One line of a report. */
export type Row = { what: string; value: number | string }

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/**
 * Takes several measurements in turns, so that what else the machine does meets all of them alike.
 * @returns the values of each measurement, round by round
 */
export async function alternate<Value = number>(
  rounds: number,
  measurements: (() => Promise<Value>)[],
  report: (step: string) => void,
): Promise<Value[][]> {
  const values = measurements.map((): Value[] => [])
  for (let round = 1; round <= rounds; round++) {
    report(`round ${round} of ${rounds}`)
    for (const [index, measure] of measurements.entries()) values[index]?.push(await measure())
  }
  return values
}

/** Prints a report as a table, and writes it with date, machine and versions to bench/results/. */
export function publish(title: string, rows: Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length))
  const table = [
    `| ${'what'.padEnd(width)} | median |`,
    `| ${'-'.repeat(width)} | -----: |`,
    ...rows.map(({ what, value }) => `| ${what.padEnd(width)} | ${String(value).padStart(6)} |`),
  ].join('\n')
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${type()} ${release()}`
  const file = `bench/results/${date}-${title}.md`
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(
    file,
    `# ${title}, ${date}\n\nNode ${process.versions.node}, SQLite ${process.versions.sqlite}; ${machine}.\n\n${table}\n`,
  )
  console.log(`\n${table}\n\nWritten to ${file}.`)
}
