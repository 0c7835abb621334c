import type { SiteSettings } from '../site/compose.ts'
import { fingerprintSources, isBuilt } from './fingerprint.ts'

/** Builds when the sources have changed since the last build, or there is none. */
export async function buildIfNeeded(settings: SiteSettings): Promise<void> {
  if (isBuilt(fingerprintSources(settings))) return
  // Loaded only now: without the bundler, a start that builds nothing is quick.
  const { buildSite } = await import('./build-site.ts')
  await buildSite(settings)
}
