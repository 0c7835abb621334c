import { rmSync } from 'node:fs'
import { readContent } from '../content/content.ts'
import { ContentError } from '../content/problem.ts'
import type { SiteSettings } from '../content/site.ts'
import { writeTextTypes } from '../content/text-types.ts'
import { initialLanguage } from '../shared/languages.ts'
import { bundle } from './bundle.ts'
import { fingerprintSources, recordFingerprint } from './fingerprint.ts'
import { cardCache } from './sharing-cards.ts'
import { makeSiteFiles } from './site-files.ts'
import { writeSite } from './write-site.ts'

export type BuildOptions = SiteSettings & { report?: (step: string) => void }

/**
 * Builds the whole site into dist/.
 * @throws ContentError when a text, fact or picture is missing or wrong
 */
export async function buildSite({ report = console.log, ...settings }: BuildOptions): Promise<void> {
  const start = performance.now()
  const fingerprint = fingerprintSources(settings)
  rmSync('dist/fingerprint', { force: true })

  report('Reading and checking the content …')
  const content = readContent()
  if (content.problems.length > 0) throw new ContentError(content.problems)
  writeTextTypes(content.texts[initialLanguage])

  report('Bundling scripts and styles …')
  const bundled = await bundle()

  report('Composing the pages …')
  const files = await makeSiteFiles(content, bundled, settings)

  report(`Drawing, compressing and writing ${files.files.length} files …`)
  await writeSite(files, content.addresses, settings)
  cardCache.dropUnused()
  recordFingerprint(fingerprint)
  report(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}
