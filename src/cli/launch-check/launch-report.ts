/** One thing, by the key or setting that it is about. */
export type Item = { key: string; says: string }

/** Things of one kind that are done in one place, and what is to be done with each. */
export type Group = { title: string; remedy: string; items: Item[] }

/** What must be done before the site goes public. */
export type LaunchReport = { toDo: Group[] }

export const countToDo = ({ toDo }: LaunchReport) => toDo.reduce((sum, { items }) => sum + items.length, 0)

/** The report for a person: a group for each place where something is to be done. */
export function renderLaunchReport(report: LaunchReport): string {
  const groups = report.toDo.map(({ title, remedy, items }) => `${title}\n  ${remedy}\n\n${list(items)}`)
  return [...groups, conclusion(countToDo(report))].join('\n\n')
}

export const launchReportToJson = (report: LaunchReport) =>
  `${JSON.stringify({ remaining: countToDo(report), ...report }, null, 2)}\n`

function conclusion(count: number): string {
  if (count === 0) return 'Nothing is left to do here. Once the site is up: npm run launch-check -- --live https://…\n'
  return `${count === 1 ? '1 thing is' : `${count} things are`} left to do before the site goes public.\n`
}

/** Lines no wider than this are read easily, and fit most terminals. */
const columns = 110

function list(items: Item[]): string {
  const width = Math.max(...items.map(({ key }) => key.length))
  const margin = ' '.repeat(width + 4)
  return items
    .map(({ key, says }) => `  ${key.padEnd(width)}  ${wrap(says, columns - margin.length).join(`\n${margin}`)}`)
    .join('\n')
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
