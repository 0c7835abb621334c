import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { initialLanguage } from '../../shared/languages.ts'
import { articlesIn } from '../../shared/pages.ts'
import type { Problem } from '../problem.ts'
import { readPageTable } from '../read/page-table.ts'
import { shapeOf, writeShape } from '../read/text-shape.ts'
import { readTexts } from '../read/texts.ts'
import { parseYaml, writeYaml } from '../read/yaml-file.ts'

/**
 * Finds files that are not in the form that the yaml library writes: the next edit in the editor would change other lines too.
 * @param isWriting whether to write them in that form instead
 */
export function checkForm(folder: string, isWriting = false): Problem[] {
  return globSync('**/*.yml', { cwd: folder }).flatMap((name): Problem[] => {
    const source = readFileSync(`${folder}/${name}`, 'utf8')
    const document = parseYaml(source)
    // A file that cannot be read is reported elsewhere.
    if (document.errors.length > 0 || writeYaml(document) === source) return []
    if (!isWriting) return [{ file: `content/${name}`, key: '', code: 'form' }]
    writeFileSync(`${folder}/${name}`, writeYaml(document))
    return []
  })
}

/** Takes the texts of the initial language for those that the code reads. */
export function writeRequired(folder: string): void {
  writeShape(shapeOf(readTexts(folder, [])[initialLanguage], articlesIn(readPageTable(folder))))
}
