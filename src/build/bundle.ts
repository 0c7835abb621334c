import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build, type Manifest, type ManifestChunk } from 'vite'
import type { Chunk, PageData, ShellData } from '../shared/page-data.ts'
import { allPageKinds, type PageKind } from '../shared/pages.ts'
import { vendorChunk } from './vendor-chunk.ts'

export type Bundle = {
  /** The script that stands in every page: see src/site/bootstrap.ts. */
  bootstrap: string
  /** The script that hydrates every page, and the style of what every page shares. */
  entry: Chunk
  /** React itself, which the entry and the page kinds import. */
  vendor: string
  /** The code of each page kind, and the style that it has beyond the entry's. */
  kinds: Record<PageKind, Chunk>
  /** Every file of the bundle, by its public address. */
  files: Map<string, Buffer>
  renderPage: (shell: ShellData, page: PageData) => string
}

/** Bundles the React application twice: for the browser, and for drawing the pages at build time. */
export async function bundle(folder = 'dist'): Promise<Bundle> {
  await build({ logLevel: 'warn', build: { outDir: `${folder}/bundle` } })
  await build({
    logLevel: 'warn',
    build: { ssr: 'src/site/entry-prerender.tsx', outDir: `${folder}/prerender` },
  })
  return readBundle(folder)
}

/** Reads what was bundled last; the bootstrap alone is bundled anew. */
export async function readBundle(folder = 'dist'): Promise<Bundle> {
  const bundleFolder = `${folder}/bundle`
  const manifest: Manifest = JSON.parse(readFileSync(`${bundleFolder}/manifest.json`, 'utf8'))
  const prerender = await import(`${resolve(folder)}/prerender/entry-prerender.js?${Date.now()}`)
  const entry = chunkOf(manifest, 'src/site/entry-browser.tsx')
  const kinds = allPageKinds.map((kind) => {
    const chunk = chunkOf(manifest, `src/site/pages/${kind}/${kind}.tsx`)
    return [kind, { ...chunk, styles: chunk.styles.filter((style) => !entry.styles.includes(style)) }]
  })
  return {
    bootstrap: await bundleBootstrap(),
    entry,
    vendor: addressOfLibrary(manifest),
    kinds: Object.fromEntries(kinds),
    files: filesOf(manifest, bundleFolder),
    renderPage: prerender.renderPage,
  }
}

/** Bundles the bootstrap into one plain script, small enough to stand in every page. */
export async function bundleBootstrap(): Promise<string> {
  const output = await build({
    logLevel: 'warn',
    configFile: false,
    publicDir: false,
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input: 'src/site/bootstrap.ts', output: { format: 'iife' } },
    },
  })
  const [chunk] = 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error('The bootstrap was not bundled into one script.')
  return chunk.code.trim()
}

function addressOfLibrary(manifest: Manifest): string {
  const chunk = Object.values(manifest).find(({ name }) => name === vendorChunk)
  if (!chunk) throw new Error('The bundle has no file for React.')
  return `/${chunk.file}`
}

function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The bundle has no chunk for ${source}.`)
  const styles = [...new Set(stylesOf(manifest, chunk))]
  const imports = [...new Set(importsOf(manifest, chunk))]
  return {
    script: `/${chunk.file}`,
    imports: imports.map((file) => `/${file}`),
    styles: styles.map((style) => `/${style}`),
  }
}

/** The chunks that a chunk imports at once, and those that they import, but for React. */
function importsOf(manifest: Manifest, chunk: ManifestChunk): string[] {
  const imported = (chunk.imports ?? []).flatMap((name) => manifest[name] ?? [])
  return imported
    .filter(({ name }) => name !== vendorChunk)
    .flatMap((chunk) => [chunk.file, ...importsOf(manifest, chunk)])
}

/**
 * A chunk's style sheets, and those of the chunks that it imports at once: its own first, because the entry's own sheet
 * sets the order of the layers. Within a layer no two sheets style the same element.
 */
function stylesOf(manifest: Manifest, chunk: ManifestChunk): string[] {
  const imported = (chunk.imports ?? []).flatMap((name) => (manifest[name] ? stylesOf(manifest, manifest[name]) : []))
  return [...(chunk.css ?? []), ...imported]
}

function filesOf(manifest: Manifest, bundleFolder: string): Map<string, Buffer> {
  const names = new Set(Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
  return new Map([...names].map((name) => [`/${name}`, readFileSync(`${bundleFolder}/${name}`)]))
}
