import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import type { SiteSettings } from '../content/compose/compose-language.ts'
import { readContent } from '../content/content.ts'
import { describeProblems } from '../content/describe-problems.ts'
import type { Settings } from '../settings.ts'
import { languageOf, notFoundAddress } from '../shared/languages.ts'
import { allPageKinds } from '../shared/pages.ts'
import { ContentError } from '../shared/problem.ts'
import { type Bundle, bundleBootstrap } from './bundle.ts'
import { composeSite } from './compose-site.ts'
import { mediaTypes } from './media-types.ts'
import { makeSiteFiles, type SiteFile } from './site-files.ts'

type LiveFiles = Map<string, SiteFile>

/**
 * Serves the site during development: a change of code is shown at once, a change of content reloads the page. A problem in the
 * content is reported in the terminal, and a missing text is shown in the fallback language. If the content cannot be read, Vite
 * shows the problem until it is solved. The form does not send, and there is no register: both need the built site.
 */
export async function serveLive(settings: Settings): Promise<void> {
  const { host, port, siteOrigin } = settings
  let files: Promise<LiveFiles> | undefined
  const vite = await createServer({
    appType: 'custom',
    server: { host, port, strictPort: true },
    plugins: [{ name: 'site', configureServer: (server) => () => server.middlewares.use(respond) }],
  })
  vite.watcher.add('content')
  vite.watcher.on('all', (_event, file) => {
    files = undefined
    if (/[\\/]content[\\/](?!.*\.ts$)/.test(file)) vite.ws.send({ type: 'full-reload' })
  })

  async function respond({ url = '/' }: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) {
    try {
      const path = decodeURIComponent(new URL(url, siteOrigin).pathname)
      files ??= composeFiles(vite, settings)
      const found = (await files).get(path)
      const file = found ?? ((await files).get(notFoundAddress(languageOf(path))) as SiteFile)
      const type = extname(file.path)
      const body = await file.body()
      response.writeHead(found ? 200 : 404, { 'content-type': mediaTypes[type], 'cache-control': 'no-store' })
      response.end(type === '.html' ? await vite.transformIndexHtml(path, withBaseStyles(String(body))) : body)
    } catch (error) {
      next(error instanceof ContentError ? new Error(describeProblems(error.problems)) : error)
    }
  }

  await vite.listen()
  console.log(`Live editing: open http://${host}:${port} (Ctrl+C ends it)`)
}

/** The base styles come first: scripts add the others in any order. */
const withBaseStyles = (html: string) =>
  html.replace('</head>', '<link rel="stylesheet" href="/src/site/styles/index.css"></head>')

async function composeFiles(vite: ViteDevServer, settings: SiteSettings): Promise<LiveFiles> {
  const content = readContent()
  const composed = await composeSite(content, settings)
  if (composed.problems.length > 0) console.warn(describeProblems(composed.problems))
  const { renderPage } = await vite.ssrLoadModule('/src/site/entry-prerender.tsx')
  const kinds = allPageKinds.map((kind) => [
    kind,
    { script: `/src/site/pages/${kind}/${kind}.tsx`, imports: [], style: '' },
  ])
  const unbundled: Bundle = {
    bootstrap: await bundleBootstrap(),
    registerBootstrap: '',
    entry: '/src/site/entry-browser.tsx',
    style: '',
    kinds: Object.fromEntries(kinds),
    files: new Map(),
    renderPage: renderPage as Bundle['renderPage'],
  }
  // The name never changes: a page's texts must be found even if the content has changed since the page was loaded.
  const { files } = makeSiteFiles(composed, unbundled, 'live')
  return new Map(files.map((file) => [file.address, file]))
}
