import type { CheckedContent } from '../content/content.ts'
import { describeProblems } from '../content/describe-problems.ts'
import { ownAddresses } from '../shared/own-addresses.ts'
import type { SiteSettings } from '../site/compose.ts'
import { renderPage } from '../site/entry-prerender.tsx'
import type { BrowserBundle, Bundle } from './bundle.ts'
import { composeSite } from './compose-site.ts'
import { makeSiteFiles } from './site-files.ts'
import { readSiteContent } from './site-texts.ts'
import { writeSite } from './write-site.ts'

/** Until it changes, or the code that reads it, which loads this again. */
let content: CheckedContent | undefined

/**
 * Builds the site for `npm run dev`: as `buildSite` does, but uncompressed, and with what is wrong in the content on every page.
 * Vite has to load this, because it imports components.
 * @param isContentNew whether the content is read again
 * @returns what renders the pages that are no files
 * @throws ContentError when the content cannot be read
 */
export async function buildLive(
  settings: SiteSettings,
  folder: string,
  bundled: BrowserBundle,
  isContentNew: boolean,
): Promise<Pick<Bundle, 'renderPage'>> {
  if (isContentNew) content = undefined
  content ??= readSiteContent()
  const composed = await composeSite(content, settings, renderPage)
  const problems = composed.problems.length > 0 ? describeProblems(composed.problems) : ''
  if (problems) console.warn(problems)
  const bootstrap = bundled.bootstrap + liveScript(problems)
  await writeSite(makeSiteFiles(composed, { ...bundled, bootstrap, renderPage }), { folder, isCompressed: false })
  return { renderPage }
}

/** Loads the page again when there is a new build, which the server (src/cli/dev.ts) announces at /live, and shows the problems. */
const liveScript = (problems: string) => `
new EventSource("${ownAddresses.live}").onmessage = () => location.reload()
if (${JSON.stringify(problems).replaceAll('<', '\\u003c')}) addEventListener("load", () => {
  const shown = document.createElement("pre")
  shown.textContent = ${JSON.stringify(problems).replaceAll('<', '\\u003c')}
  document.body.prepend(shown)
})`
