import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Content, readFiles } from '../../content/read/content.ts'
import type { Bundle } from '../../generator/bundle.ts'
import { composeSite } from '../../generator/compose-site.ts'
import type { Fonts } from '../../generator/drawing/fonts.ts'
import { readSiteContent, textShape } from '../../generator/site-texts.ts'
import { memoizeByText, memoizeLast } from '../../shared/memoize.ts'
import { attempt, ContentError, type Problem } from '../../shared/problem.ts'
import type { SiteSettings } from '../../site/compose.ts'

export type CheckOptions = { folder: string; published: string; bundleFolder: string; settings: SiteSettings }

/** Nothing is wrong in them. */
const noFonts: Fonts = { css: '', files: new Map(), heading: Buffer.alloc(0) }

const rendererIn = memoizeLast(async (folder: string): Promise<Bundle['renderPage']> => {
  const { renderPage } = await import(pathToFileURL(resolve(folder, 'prerender/entry-prerender.js')).href)
  const render = memoizeByText((page) => renderPage(...JSON.parse(page)), 100)
  return (...page) => render(JSON.stringify(page))
})

/** What was last right: so that what cannot be read hides no other problem. */
let last: Content | undefined

/**
 * Finds everything that the build would refuse in the content, which takes tenths of a second of processor: run it in a thread of
 * its own.
 */
export default async function check({ folder, published, bundleFolder, settings }: CheckOptions): Promise<Problem[]> {
  const renderPage = await rendererIn(bundleFolder)
  last ??= attempt(() => readFiles(published, textShape), [])
  try {
    const content = readSiteContent(folder, last)
    const { problems } = await composeSite(content, settings, renderPage, noFonts)
    if (problems.length === 0) last = content
    return problems
  } catch (error) {
    if (error instanceof ContentError) return error.problems
    throw error
  }
}
