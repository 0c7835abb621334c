import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { createServer as createViteServer, type ViteDevServer } from 'vite'
import type { SiteSettings } from '../content/compose/compose-language.ts'
import { readContent } from '../content/content.ts'
import { ContentError, describeProblems } from '../content/problem.ts'
import type { Settings } from '../settings.ts'
import { escapeMarkup } from '../shared/escape-markup.ts'
import { languageOf, notFoundAddress } from '../shared/languages.ts'
import { allPageKinds } from '../shared/pages.ts'
import { type Bundle, bundleBootstrap } from './bundle.ts'
import { composeSite } from './compose-site.ts'
import { mediaTypes } from './media-types.ts'
import { makeSiteFiles, type SiteFile } from './site-files.ts'
import { writeTextTypes } from './text-types.ts'

type LiveFiles = Map<string, SiteFile>

/**
 * Serves the site while it is being worked on: a change of code is shown at once, a change of content reloads the page. A
 * problem in the content is reported in the terminal; a missing text is shown in the fallback language meanwhile. If nothing
 * can be shown, the page is the problem, until it is solved. The form does not send, and there is no register: that takes the built site.
 */
export async function serveLive({ host, port, siteOrigin, retentionDays }: Settings): Promise<void> {
  const http = createHttpServer((request, response) =>
    vite.middlewares(request, response, () => void answer(request, response)),
  )
  const vite = await createViteServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server: http } } })
  let files: Promise<LiveFiles> | undefined
  vite.watcher.add('content')
  vite.watcher.on('all', (_event, file) => {
    files = undefined
    if (/[\\/]content[\\/](?!.*\.ts$)/.test(file)) vite.ws.send({ type: 'full-reload' })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      files ??= composeFiles(vite, { origin: siteOrigin, retentionDays })
      await send(response, decodeURIComponent(new URL(request.url ?? '/', siteOrigin).pathname), await files)
    } catch (error) {
      const text = error instanceof ContentError ? error.message : String((error as Error).stack)
      console.error(text)
      const page = await vite.transformIndexHtml(
        '/',
        `<!doctype html><title>Problem</title><pre>${escapeMarkup(text)}</pre>`,
      )
      response.writeHead(500, { 'content-type': mediaTypes['.html'], 'cache-control': 'no-store' }).end(page)
    }
  }

  async function send(response: ServerResponse, path: string, files: LiveFiles): Promise<void> {
    const file = files.get(path) ?? (files.get(notFoundAddress(languageOf(path))) as SiteFile)
    const body = await file.body()
    // The base styles come first: scripts add the others in any order.
    const html = () =>
      String(body).replace('</head>', '<link rel="stylesheet" href="/src/site/styles/index.css"></head>')
    response
      .writeHead(files.has(path) ? 200 : 404, {
        'content-type': mediaTypes[extname(file.path)],
        'cache-control': 'no-store',
      })
      .end(file.path.endsWith('.html') ? await vite.transformIndexHtml(path, html()) : body)
  }

  await new Promise<void>((resolve, reject) => http.once('error', reject).listen(port, host, resolve))
  console.log(`Live editing: open http://${host}:${port} (Ctrl+C ends it)`)
}

const liveEntry = '/src/site/entry-browser.tsx'

async function composeFiles(vite: ViteDevServer, settings: SiteSettings): Promise<LiveFiles> {
  const content = readContent()
  writeTextTypes(content)
  const composed = await composeSite(content, settings)
  if (composed.problems.length > 0) console.warn(describeProblems(composed.problems))
  const { renderPage } = await vite.ssrLoadModule('/src/site/entry-prerender.tsx')
  const kinds = allPageKinds.map((kind) => [
    kind,
    { script: `/src/site/pages/${kind}/${kind}.tsx`, imports: [], style: '' },
  ])
  const unbundled: Bundle = {
    bootstrap: await bundleBootstrap(),
    entry: liveEntry,
    // Unbundled, React has no file of its own: it comes with what imports it.
    vendor: liveEntry,
    style: '',
    kinds: Object.fromEntries(kinds),
    files: new Map(),
    renderPage: renderPage as Bundle['renderPage'],
  }
  // The same name for every state: a page's texts must be found even if the content changed since the page was loaded.
  const { files } = await makeSiteFiles(composed, unbundled, 'live')
  return new Map(files.map((file) => [file.address, file]))
}
