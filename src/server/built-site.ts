import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuiltSite, encodings } from '../shared/built-site.ts'
import { CommandError } from '../shared/command-error.ts'
import type { PageData } from '../shared/page-data.ts'
import type { Shell } from '../site/content.ts'

/** The built site in memory: no request reads a file. */
export type LoadedSite = BuiltSite & {
  /** The bytes of the public files, plain and compressed, by their paths below dist/public. */
  contents: Map<string, Buffer>
  /** Renders the application's HTML for a page (src/site/entry-prerender.tsx). */
  renderPage: (shell: Shell, page: PageData) => string
}

/** Where a part of the last build is: one that was whole may be on its way to its place (src/generator/build-site.ts). */
export function builtPart(folder: string, part: string): string {
  const ready = `${folder}/ready/${part}`
  return existsSync(ready) ? ready : `${folder}/${part}`
}

/**
 * Reads what the last build wrote.
 * @param renderer renders dynamic pages; by default, the one that the build has bundled
 * @throws CommandError when there is no build, or it is incomplete or broken
 */
export async function readBuiltSite(folder = 'dist', renderer?: Pick<LoadedSite, 'renderPage'>): Promise<LoadedSite> {
  try {
    const site: BuiltSite = JSON.parse(readFileSync(builtPart(folder, 'site.json'), 'utf8'))
    const paths = Object.values(site.files).flatMap(({ path, encodings: forms }) => [
      path,
      ...forms.map((form) => path + encodings[form]),
    ])
    const files = builtPart(folder, 'public')
    const contents = new Map(paths.map((path) => [path, readFileSync(`${files}/${path}`)]))
    const { renderPage } =
      renderer ?? (await import(pathToFileURL(resolve(builtPart(folder, 'prerender/entry-prerender.js'))).href))
    if (!renderPage) throw new Error('prerender/entry-prerender.js is incomplete')
    return { ...site, contents, renderPage }
  } catch (cause) {
    const { message } = cause as Error
    throw new CommandError(`There is no complete build in ${folder} (${message}). Build it again: npm run build`, {
      cause,
    })
  }
}
