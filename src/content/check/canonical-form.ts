import { globSync, readFileSync, writeFileSync } from 'node:fs'
import type { Problem } from '../../shared/problem.ts'
import { parseYaml, writeYaml } from '../read/yaml-file.ts'

/**
 * Finds files that are not in the form that the yaml library writes: the next edit in the editor would change other lines too.
 * @param isWriting whether to write them in that form instead
 */
export function checkForm(folder: string, isWriting = false): Problem[] {
  return globSync('**/*.yml', { cwd: folder }).flatMap((name): Problem[] => {
    const source = readFileSync(`${folder}/${name}`, 'utf8')
    const document = parseYaml(source)
    // A file that is empty or cannot be read is reported elsewhere.
    if (!document.contents || document.errors.length > 0 || writeYaml(document) === source) return []
    if (!isWriting) return [{ file: `content/${name}`, key: '', code: 'form' }]
    writeFileSync(`${folder}/${name}`, writeYaml(document))
    return []
  })
}
