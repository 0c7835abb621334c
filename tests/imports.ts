import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** What each folder of src may import besides itself (README.md, where things are). */
const layers: Record<string, string[]> = {
  shared: [],
  database: ['shared'],
  register: ['shared'],
  content: ['shared', 'register'],
  site: ['shared'],
  generator: ['shared', 'content', 'site'],
  server: ['shared', 'database', 'register'],
  office: ['shared', 'register', 'database', 'server', 'site/components', 'site/styles'],
  simulation: ['shared', 'database', 'server'],
  editor: ['shared', 'register', 'content', 'generator', 'site/components', 'site/styles'],
  cli: ['shared', 'register', 'content', 'generator', 'database', 'server', 'office', 'editor', 'simulation'],
}

/** Imports flow one way: prints those of the product that do not. Circles are Biome's (noImportCycles). */
const wrong = Object.entries(layers).flatMap(([folder, below]) =>
  globSync(`src/${folder}/**/*.{ts,tsx}`, { exclude: ['**/*.test.*'] }).flatMap((found) => {
    const file = found.replaceAll('\\', '/')
    const allowed = [folder, ...below, 'settings.ts'].map((path) => `src/${path}`)
    const specifiers = [...readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )'([^']+)'/g)].map(
      ([, specifier = '']) => specifier,
    )
    return specifiers
      .filter((specifier) => specifier === 'vitest' || specifier.startsWith('.'))
      .map((specifier) => (specifier === 'vitest' ? specifier : posix.join(posix.dirname(file), specifier)))
      .filter((target) => !allowed.some((path) => target === path || target.startsWith(`${path}/`)))
      .map((target) => `${file} imports ${target}`)
  }),
)
for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exitCode = 1
