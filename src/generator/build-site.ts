import { rmSync } from 'node:fs'
import { ContentError } from '../shared/problem.ts'
import type { SiteSettings } from '../site/compose.ts'
import { bundle } from './bundle.ts'
import { composeSite } from './compose-site.ts'
import { fingerprintSources, recordFingerprint } from './fingerprint.ts'
import { makeSiteFiles } from './site-files.ts'
import { readSiteContent } from './site-texts.ts'
import { writeSite } from './write-site.ts'

/**
 * Builds the site into dist/.
 * @throws ContentError when a text, fact or picture is missing or wrong
 */
export async function buildSite(settings: SiteSettings): Promise<void> {
  const start = performance.now()
  const fingerprint = fingerprintSources(settings)
  rmSync('dist/fingerprint', { force: true })

  console.log('Reading and checking the content …')
  const content = readSiteContent()
  if (content.problems.length > 0) throw new ContentError(content.problems)

  console.log('Bundling scripts and styles …')
  const bundled = await bundle()
  const composed = await composeSite(content, settings, bundled.renderPage)
  if (composed.problems.length > 0) throw new ContentError(composed.problems)
  const files = makeSiteFiles(composed, bundled)

  console.log(`Drawing, compressing and writing ${files.files.length} files …`)
  await writeSite(files)
  recordFingerprint(fingerprint)
  console.log(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}
