import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Content, readFiles } from '../../content/read/content.ts'
import { composeSite } from '../../generator/compose-site.ts'
import { subsetFonts } from '../../generator/drawing/fonts.ts'
import { readSiteContent, textShape } from '../../generator/site-texts.ts'
import { attempt, ContentError, type Problem } from '../../shared/problem.ts'
import type { SiteSettings } from '../../site/compose.ts'
import { allLetters } from './preview-site.ts'

export type CheckOptions = { folder: string; published: string; bundleFolder: string; settings: SiteSettings }

/** Subset once to all letters: a subset per check would dominate it. */
const fonts = subsetFonts(allLetters)

/** What was last right: so that what cannot be read hides no other problem. */
let last: Content | undefined

/**
 * Finds everything that the build would refuse in the content, which takes some tenths of a second of processor: run it in a
 * thread of its own.
 */
export default async function check({ folder, published, bundleFolder, settings }: CheckOptions): Promise<Problem[]> {
  const { renderPage } = await import(pathToFileURL(resolve(bundleFolder, 'prerender/entry-prerender.js')).href)
  last ??= attempt(() => readFiles(published, textShape), [])
  try {
    const content = readSiteContent(folder, last)
    const { problems } = await composeSite(content, settings, renderPage, await fonts)
    if (problems.length === 0) last = content
    return problems
  } catch (error) {
    if (error instanceof ContentError) return error.problems
    throw error
  }
}
