import { existsSync, readdirSync, rmSync } from 'node:fs'
import { ContentError } from '../shared/problem.ts'
import type { SiteSettings } from '../site/compose.ts'
import { bundle } from './bundle.ts'
import { composeSite } from './compose-site.ts'
import { fingerprintSources, recordFingerprint } from './fingerprint.ts'
import { makeSiteFiles } from './site-files.ts'
import { readSiteContent } from './site-texts.ts'
import { move, replace, writeSite } from './write-site.ts'

/** A build that is being made; and one that is whole, where it is looked for before dist/ (src/server/built-site.ts). */
const [next, ready] = ['dist/next', 'dist/ready']

/**
 * Builds the site into dist/.
 * @param folder in place of content/; later, no build is taken for one of content/
 * @throws ContentError when a text, fact or picture is missing or wrong
 */
export async function buildSite(settings: SiteSettings, folder?: string): Promise<void> {
  const start = performance.now()
  const fingerprint = fingerprintSources(settings)
  rmSync('dist/fingerprint', { force: true })

  // What a kill has left.
  await takeOver()
  console.log('Reading and checking the content …')
  const content = readSiteContent(folder)
  if (content.problems.length > 0) throw new ContentError(content.problems)

  console.log('Bundling scripts and styles …')
  rmSync(next, { recursive: true, force: true })
  const bundled = await bundle(next)
  const composed = await composeSite(content, settings, bundled.renderPage)
  if (composed.problems.length > 0) throw new ContentError(composed.problems)
  const files = makeSiteFiles(composed, bundled)

  console.log(`Drawing, compressing and writing ${files.files.length} files …`)
  await writeSite(files, { folder: next })
  await move(next, ready)
  await takeOver()
  if (!folder) recordFingerprint(fingerprint)
  console.log(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}

/** Puts a whole build in the place of the last one. At any moment, each of its parts is in one of the two places. */
async function takeOver(): Promise<void> {
  if (!existsSync(ready)) return
  for (const part of readdirSync(ready)) await replace(`dist/${part}`, `${ready}/${part}`)
  rmSync(ready, { recursive: true })
}
