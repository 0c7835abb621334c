import { rmSync } from 'node:fs'
import type { SiteSettings } from '../content/compose/compose-language.ts'
import { readContent } from '../content/content.ts'
import { ContentError } from '../content/problem.ts'
import { bundle } from './bundle.ts'
import { composeSite } from './compose-site.ts'
import { fingerprintSources, recordFingerprint } from './fingerprint.ts'
import { checkLinkFragments } from './link-fragments.ts'
import { makeSiteFiles } from './site-files.ts'
import { writeTextTypes } from './text-types.ts'
import { writeSite } from './write-site.ts'

export type BuildOptions = SiteSettings & { report?: (step: string) => void }

/**
 * Builds the site into dist/.
 * @throws ContentError when a text, fact or picture is missing or wrong
 */
export async function buildSite({ report = console.log, ...settings }: BuildOptions): Promise<void> {
  const start = performance.now()
  const fingerprint = fingerprintSources(settings)
  rmSync('dist/fingerprint', { force: true })

  report('Reading, checking and composing the content …')
  const content = readContent()
  const composed = await composeSite(content, settings)
  if (composed.problems.length > 0) throw new ContentError(composed.problems)
  writeTextTypes(content)

  report('Bundling scripts and styles …')
  const bundled = await bundle()
  const deadLinks = checkLinkFragments(content, composed.sites, bundled.renderPage)
  if (deadLinks.length > 0) throw new ContentError(deadLinks)
  const files = makeSiteFiles(composed, bundled)

  report(`Drawing, compressing and writing ${files.files.length} files …`)
  await writeSite(files)
  recordFingerprint(fingerprint)
  report(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}
