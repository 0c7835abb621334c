import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, gunzipSync, gzip } from 'node:zlib'
import { type BuiltFile, type BuiltSite, type Encoding, encodings } from '../shared/built-site.ts'
import { ownAddresses } from '../shared/own-addresses.ts'
import { hashOf } from './hashed-address.ts'
import { mediaTypes } from './media-types.ts'
import { renderNginxHeaders } from './outage-page.ts'
import type { SiteFile, SiteFiles } from './site-files.ts'
import { renderHeaders, renderRedirects } from './static-host-files.ts'

const replaceTries = 20
const replacePauseMs = 100

const compressed = new Set(['.png', '.woff2'])

/** Makes each compressed form as small as it can be: Node's default for Brotli is the highest quality. */
export const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: promisify<Buffer, Buffer>(brotliCompress),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

/** The form of the last build, if it is one of the same bytes: to compress takes longer than all the rest of a build. */
function lastFormOf(path: string, encoding: Encoding, bytes: Buffer): Buffer | undefined {
  try {
    const form = readFileSync(`dist/public/${path}${encodings[encoding]}`)
    return (encoding === 'br' ? brotliDecompressSync : gunzipSync)(form).equals(bytes) ? form : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes the public site with its compressed forms to dist/public, what the server needs to dist/site.json, static hosts' data to
 * _headers and _redirects, and nginx's to dist/nginx. The old site stays until the new one is complete.
 */
export async function writeSite(
  { files, served, outagePage }: SiteFiles,
  { folder = 'dist', isCompressed = true } = {},
): Promise<void> {
  const target = `${folder}/public.new`
  rmSync(target, { recursive: true, force: true })
  // Enough files at a time to use all processors, and no more in memory than that.
  const built: Record<string, BuiltFile> = Object.fromEntries(
    await Readable.from(files)
      .map(async (file: SiteFile) => [file.address, await writeFile(file, target, isCompressed)], { concurrency: 8 })
      .toArray(),
  )
  const named = { ...served, files: built }
  const site: BuiltSite = { ...named, build: nameBuild(named) }
  const { origin } = served.settings
  writeFileSync(`${target}/_headers`, renderHeaders(site))
  writeFileSync(`${target}/_redirects`, renderRedirects(site))
  rmSync(`${folder}/nginx`, { recursive: true, force: true })
  mkdirSync(`${folder}/nginx`)
  writeFileSync(`${folder}/nginx/headers.conf`, renderNginxHeaders(origin))
  writeFileSync(`${folder}/nginx/outage.html`, outagePage)
  await replace(`${folder}/public`, target)
  writeFileSync(`${folder}/site.json`, JSON.stringify(site))
}

export async function replace(path: string, by: string): Promise<void> {
  rmSync(path, { recursive: true, force: true, maxRetries: replaceTries, retryDelay: replacePauseMs })
  await move(by, path)
}

/** On Windows, a scanner or an editor may have a file of the folder open for a moment. */
export async function move(from: string, to: string): Promise<void> {
  for (let tries = replaceTries; ; tries--)
    try {
      return renameSync(from, to)
    } catch (error) {
      if (tries === 0 || !/^(EPERM|EBUSY|EACCES)$/.test(String((error as NodeJS.ErrnoException).code))) throw error
      await pause(replacePauseMs)
    }
}

/** A hash of all that the server sends, except what depends on the day: the same content has the same name on every day. */
function nameBuild({ files, ...site }: Omit<BuiltSite, 'build'>): string {
  const { [ownAddresses.securityContact]: _, ...dayless } = files
  return hashOf(JSON.stringify([site, dayless]))
}

async function writeFile(
  { address, path, body, contentSecurityPolicy }: SiteFile,
  folder: string,
  isCompressed: boolean,
): Promise<BuiltFile> {
  const type = mediaTypes[extname(path)]
  if (!type) throw new Error(`No media type is known for ${path}. Add it to src/generator/media-types.ts.`)
  const bytes = Buffer.from(await body())
  const target = `${folder}/${path}`
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, bytes)
  const used: Encoding[] = []
  if (isCompressed && !compressed.has(extname(path)))
    for (const encoding of Object.keys(encodings) as Encoding[]) {
      const smaller = lastFormOf(path, encoding, bytes) ?? (await compressors[encoding](bytes))
      if (smaller.length >= bytes.length) continue
      writeFileSync(target + encodings[encoding], smaller)
      used.push(encoding)
    }
  const immutable = address.startsWith('/assets/')
  const [, expires] = (address === ownAddresses.securityContact && /^Expires: (.+)$/m.exec(String(bytes))) || []
  return {
    path,
    type,
    hash: hashOf(bytes),
    immutable,
    encodings: used,
    contentSecurityPolicy,
    ...(expires && { expires }),
  }
}
