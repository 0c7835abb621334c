import { globSync, readFileSync, writeFileSync } from 'node:fs'
import type { Problem } from '../problem.ts'
import { parseYaml, writeYaml } from '../read/yaml-file.ts'

/** Files that are not as the yaml library writes them: the next edit in the editor would change more than what is edited. */
export function findUnusualForm(folder: string): Problem[] {
  return unusualFiles(folder).map(({ name }) => ({
    file: `content/${name}`,
    key: '',
    code: 'form',
  }))
}

/** Writes every file in the form of the yaml library. */
export function writeUsualForm(folder: string): void {
  for (const { name, usual } of unusualFiles(folder)) writeFileSync(`${folder}/${name}`, usual)
}

function unusualFiles(folder: string) {
  return globSync('**/*.yml', { cwd: folder }).flatMap((name) => {
    const source = readFileSync(`${folder}/${name}`, 'utf8')
    const document = parseYaml(source)
    // A file that cannot be read is a problem of its own.
    if (document.errors.length > 0) return []
    const usual = writeYaml(document)
    return usual === source ? [] : [{ name, usual }]
  })
}
