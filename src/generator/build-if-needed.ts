import type { BuildOptions } from './build-site.ts'
import { fingerprintSources, isBuilt } from './fingerprint.ts'

/** Builds when the sources have changed since the last build, or there is none. */
export async function buildIfNeeded(options: BuildOptions): Promise<void> {
  if (isBuilt(fingerprintSources(options))) return
  // Loaded only now: without the bundler, a start that builds nothing is quick.
  const { buildSite } = await import('./build-site.ts')
  await buildSite(options)
}
