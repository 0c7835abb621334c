import type { SiteSettings } from '../content/compose/compose-language.ts'
import { readContent } from '../content/content.ts'
import { describeProblems } from '../content/describe-problems.ts'
import { type Bundle, bundle, readBundle } from './bundle.ts'
import { composeSite } from './compose-site.ts'
import { makeSiteFiles } from './site-files.ts'
import { writeSite } from './write-site.ts'

/** As long as no code is loaded again. */
let bundled: Bundle | undefined

/**
 * Builds the site for `npm run dev`: as `buildSite` does, but uncompressed, and with what is wrong in the content on every page.
 * @param isCodeNew whether scripts and styles are bundled again
 * @throws ContentError when the content cannot be read
 */
export async function buildLive(settings: SiteSettings, folder: string, isCodeNew: boolean): Promise<void> {
  bundled = isCodeNew ? await bundle(folder) : (bundled ?? (await readBundle(folder)))
  const composed = await composeSite(readContent(), settings, bundled.renderPage)
  const problems = composed.problems.length > 0 ? describeProblems(composed.problems) : ''
  if (problems) console.warn(problems)
  const bootstrap = bundled.bootstrap + liveScript(problems)
  await writeSite(makeSiteFiles(composed, { ...bundled, bootstrap }), { folder, isCompressed: false })
}

/** Loads the page again when there is a new build, which the server (src/cli/dev.ts) announces at /live, and shows the problems. */
const liveScript = (problems: string) => `
new EventSource("/live").onmessage = () => location.reload()
if (${JSON.stringify(problems).replaceAll('<', '\\u003c')}) addEventListener("load", () => {
  const shown = document.createElement("pre")
  shown.textContent = ${JSON.stringify(problems).replaceAll('<', '\\u003c')}
  document.body.prepend(shown)
})`
