import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { initialLanguage } from '../../shared/languages.ts'
import type { PageKey } from '../../shared/pages.ts'
import type { Problem } from '../problem.ts'
import { readPageTable } from '../read/page-table.ts'
import { isListed } from '../read/required-texts.ts'
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

/** Finds out whether the list of required texts is that of the initial language, articles left out; or makes it so. */
export function checkRequired(folder: string, isWriting = false): Problem[] {
  const pages = readPageTable(folder)
  const sections = Object.entries(readTexts(folder, [])[initialLanguage])
  const texts = Object.fromEntries(sections.filter(([section]) => pages[section as PageKey] !== 'article'))
  return isListed(texts, isWriting) ? [] : [{ file: 'src/content/required-texts.txt', key: '', code: 'form' }]
}
