import { globSync, readFileSync } from 'node:fs'
import { basename, posix } from 'node:path'

/** What each folder of src may import besides itself (README.md, where things are). A type may come from any `content.ts`. */
const layers: Record<string, string[]> = {
  shared: [],
  database: ['shared'],
  register: ['shared'],
  content: ['shared', 'register'],
  site: ['shared'],
  generator: ['shared', 'content', 'site', 'server/mail/content.ts', 'editor/content.ts', 'office/content.ts'],
  server: ['shared', 'database', 'register'],
  office: ['shared', 'register', 'database', 'server', 'site/components', 'site/styles'],
  simulation: ['shared', 'database', 'server'],
  editor: ['shared', 'register', 'content', 'generator', 'site'],
  cli: ['shared', 'register', 'content', 'generator', 'database', 'server', 'office', 'editor', 'simulation'],
}

/** Texts and what is composed of them, where they are shown: code that runs before anyone visits. */
const isComposing = (file: string) => basename(file) === 'content.ts' || file === 'src/site/compose.ts'
const composingLayers = ['shared', 'register', 'content']

/** What a browser runs begins with these. */
const browserEntries = [
  'src/site/{bootstrap,register-bootstrap,entry-browser}.*',
  'src/site/pages/**/*.tsx',
  'src/editor/ui/main.tsx',
]

type Import = { target: string; isType: boolean }

function importsOf(file: string): Import[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)( type)? (?:[^'"]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return Array.from(found, ([, type, specifier = '', dynamic]) => {
    const name = dynamic ?? specifier
    return { target: name.startsWith('.') ? posix.join(posix.dirname(file), name) : name, isType: Boolean(type) }
  })
}

const filesIn = (pattern: string | string[]) =>
  globSync(pattern, { exclude: ['**/*.test.*'] }).map((file) => file.replaceAll('\\', '/'))

/** Imports flow one way. Circles are Biome's (noImportCycles). */
const wrong = Object.entries(layers).flatMap(([folder, below]) =>
  filesIn(`src/${folder}/**/*.{ts,tsx}`).flatMap((file) => {
    const others = isComposing(file) ? composingLayers : below
    const allowed = [folder, ...others, 'settings.ts'].map((path) => `src/${path}`)
    return importsOf(file)
      .filter(({ target }) => target === 'vitest' || target.startsWith('src/'))
      .filter(({ target, isType }) => !(isType && basename(target) === 'content.ts'))
      .filter(({ target }) => !allowed.some((path) => target === path || target.startsWith(`${path}/`)))
      .map(({ target }) => `${file} imports ${target}`)
  }),
)

/** A schema is far larger than the texts that it describes: no browser loads one. */
function* pathsToSchemas(file: string, path: string[] = [], seen = new Set<string>()): Generator<string[]> {
  if (file === 'zod') yield path
  if (!/\.tsx?$/.test(file) || seen.has(file)) return
  seen.add(file)
  for (const { target, isType } of importsOf(file)) if (!isType) yield* pathsToSchemas(target, [...path, file], seen)
}
for (const entry of filesIn(browserEntries))
  for (const path of pathsToSchemas(entry)) wrong.push(`A browser would load zod: ${path.join(' imports ')}`)

for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exitCode = 1
