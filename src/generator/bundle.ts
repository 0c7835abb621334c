import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest, type ManifestChunk } from 'vite'
import type { Chunk, PageData } from '../shared/page-data.ts'
import { allPageKinds, type PageKind } from '../shared/pages.ts'
import type { Shell } from '../site/content.ts'
import { browserBuild } from './browser-code.ts'
import { hashedAddress } from './hashed-address.ts'

export type BrowserBundle = {
  /** The script in every page's HTML: src/site/bootstrap.ts. */
  bootstrap: string
  /** The script that follows it in the register's pages: src/site/register-bootstrap.ts. */
  registerBootstrap: string
  /** The script that hydrates every page. */
  entry: string
  /** The styles that all pages share. */
  style: string
  /** The code of each page kind, and its own styles. */
  kinds: Record<PageKind, Chunk>
  /** Every file that a browser may request, by its public address. */
  files: Map<string, Buffer>
}

export type Bundle = BrowserBundle & { renderPage: (shell: Shell, page: PageData) => string }

/** Bundles the React application twice: for the browser, and for rendering pages. */
export async function bundle(folder = 'dist'): Promise<Bundle> {
  await build({ logLevel: 'warn', build: { outDir: `${folder}/bundle` } })
  await build({
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: `${folder}/prerender`,
      rolldownOptions: {
        input: { 'entry-prerender': 'src/site/entry-prerender.tsx', office: 'src/office/pages/render.tsx' },
      },
    },
  })
  return readBundle(folder)
}

/** Reads the last bundle; only the bootstrap is bundled again. */
export async function readBundle(folder = 'dist'): Promise<Bundle> {
  const { renderPage } = await import(`${pathToFileURL(resolve(folder))}/prerender/entry-prerender.js?${Date.now()}`)
  return { ...(await readBrowserBundle(folder)), renderPage }
}

/** Bundles what the browser loads alone: live editing renders with the components as Vite has loaded them. */
export async function bundleForBrowser(folder: string): Promise<BrowserBundle> {
  await build({ logLevel: 'warn', build: { outDir: `${folder}/bundle` } })
  return readBrowserBundle(folder)
}

async function readBrowserBundle(folder: string): Promise<BrowserBundle> {
  const bundleFolder = `${folder}/bundle`
  const manifest: Manifest = JSON.parse(readFileSync(`${bundleFolder}/manifest.json`, 'utf8'))
  const read = (file: string) => readFileSync(`${bundleFolder}/${file}`)
  const styleOf = (sheets: string[]) => sheets.map((sheet) => String(read(sheet)).trim()).join('')
  const entry = chunkOf(manifest, 'src/site/entry-browser.tsx')
  const sharedSheets = sheetsOf(withImports(manifest, entry))
  // The HTML contains the common styles; `readKind` joins those of each kind.
  const others = globSync('assets/**/*.*', { cwd: bundleFolder }).filter((file) => !file.endsWith('.css'))
  const files = new Map(others.sort().map((file) => [`/${file}`, read(file)]))

  /** All other styles of a kind are one sheet, including those of several kinds: shared sheets would be many and tiny. */
  function readKind(kind: PageKind): Chunk {
    const [chunk, ...imported] = withImports(manifest, chunkOf(manifest, `src/site/pages/${kind}/${kind}.tsx`))
    const css = styleOf(sheetsOf([chunk, ...imported]).filter((sheet) => !sharedSheets.includes(sheet)))
    const style = hashedAddress(`/assets/${kind}.css`, css)
    files.set(style, Buffer.from(css))
    const imports = imported.map(({ file }) => `/${file}`)
    return { script: `/${chunk.file}`, imports, style }
  }

  return {
    bootstrap: await bundleBootstrap(),
    registerBootstrap: await bundleBootstrap('src/site/register-bootstrap.ts'),
    entry: `/${entry.file}`,
    style: styleOf(sharedSheets),
    kinds: Object.fromEntries(allPageKinds.map((kind) => [kind, readKind(kind)])) as Bundle['kinds'],
    files,
  }
}

/** Bundles a script into a plain one, small enough to be in the HTML. */
async function bundleBootstrap(input = 'src/site/bootstrap.ts'): Promise<string> {
  const output = await build({
    logLevel: 'warn',
    configFile: false,
    publicDir: false,
    build: {
      write: false,
      target: browserBuild.target,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  })
  const [chunk] = 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error('The bootstrap was not bundled into one script.')
  return chunk.code.trim()
}

function chunkOf(manifest: Manifest, source: string): ManifestChunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The bundle has no chunk for ${source}.`)
  return chunk
}

/**
 * A chunk, and those that it imports statically. Its own styles come first: the entry's sheet declares the order of the
 * layers; within a layer no two sheets style the same element.
 */
function withImports(manifest: Manifest, chunk: ManifestChunk): [ManifestChunk, ...ManifestChunk[]] {
  const imported = (chunk.imports ?? []).flatMap((name) => manifest[name] ?? [])
  return [chunk, ...new Set(imported.flatMap((each) => withImports(manifest, each)))]
}

const sheetsOf = (chunks: ManifestChunk[]) => [...new Set(chunks.flatMap(({ css = [] }) => css))]
