import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { ContentError } from '../shared/problem.ts'
import type { SiteSettings } from '../site/compose.ts'
import { bundle } from './bundle.ts'
import { composeSite } from './compose-site.ts'
import { fingerprintSources, recordFingerprint } from './fingerprint.ts'
import { makeSiteFiles } from './site-files.ts'
import { readSiteContent } from './site-texts.ts'
import { move, writeSite } from './write-site.ts'

const [next, old] = ['dist/next', 'dist/old']

/**
 * Builds the site into dist/.
 * @param folder in place of content/; later, no build is taken for one of content/
 * @throws ContentError when a text, fact or picture is missing or wrong
 */
export async function buildSite(settings: SiteSettings, folder?: string): Promise<void> {
  const start = performance.now()
  const fingerprint = fingerprintSources(settings)
  rmSync('dist/fingerprint', { force: true })

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
  await takeOver()
  if (!folder) recordFingerprint(fingerprint)
  console.log(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}

/** Puts the new build in the place of the last one, which stays whole until then, however the build ends. */
async function takeOver(): Promise<void> {
  rmSync(old, { recursive: true, force: true })
  mkdirSync(old)
  for (const part of readdirSync(next)) {
    if (existsSync(`dist/${part}`)) await move(`dist/${part}`, `${old}/${part}`)
    await move(`${next}/${part}`, `dist/${part}`)
  }
  for (const folder of [old, next]) rmSync(folder, { recursive: true, force: true })
}
