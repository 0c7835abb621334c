import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteSettings } from '../../content/compose/compose-language.ts'
import { readContent } from '../../content/content.ts'
import { composeSite } from '../../generator/compose-site.ts'
import { subsetFonts } from '../../generator/drawing/fonts.ts'
import { ContentError, type Problem } from '../../shared/problem.ts'
import { allLetters } from './preview-site.ts'

export type CheckOptions = { folder: string; bundleFolder: string; settings: SiteSettings }

/** As large as it may be, and made once: for each text of its own it takes longer than everything else. */
const fonts = subsetFonts(allLetters)

/**
 * Finds everything that the build would refuse in the content, which takes some tenths of a second of processor: run it in a
 * thread of its own.
 */
export default async function check({ folder, bundleFolder, settings }: CheckOptions): Promise<Problem[]> {
  const { renderPage } = await import(pathToFileURL(resolve(bundleFolder, 'prerender/entry-prerender.js')).href)
  try {
    const content = readContent(folder)
    return (await composeSite(content, settings, renderPage, await fonts)).problems
  } catch (error) {
    if (error instanceof ContentError) return error.problems
    throw error
  }
}
