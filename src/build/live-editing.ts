import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { extname } from 'node:path'
import { createServer as createViteServer, type ViteDevServer } from 'vite'
import type { SiteSettings } from '../content/compose/compose-language.ts'
import { readContent } from '../content/content.ts'
import { ContentError, describeProblems } from '../content/problem.ts'
import type { Settings } from '../settings.ts'
import type { ContactData } from '../shared/contact/contact-data.ts'
import { contactEndpoint } from '../shared/contact/message-rules.ts'
import { languageOf, notFoundAddress } from '../shared/languages.ts'
import { allPageKinds } from '../shared/pages.ts'
import { redirectFinder } from '../shared/redirects.ts'
import { type Bundle, bundleBootstrap } from './bundle.ts'
import { composeSite } from './compose-site.ts'
import { mediaTypes } from './media-types.ts'
import { problemNotice, problemPage } from './problem-page.ts'
import { makeSiteFiles, type SiteFile } from './site-files.ts'
import { writeTextTypes } from './text-types.ts'

type LiveSite = {
  files: Map<string, SiteFile>
  findRedirect: (path: string) => string | undefined
  data: ContactData
  renderPage: Bundle['renderPage']
}

/** Answers contact messages, with the texts as they are at the time. */
type MakeContactListener = (
  readContact: () => Promise<Pick<LiveSite, 'data' | 'renderPage'>>,
) => Promise<RequestListener>

/**
 * Serves the site while it is being worked on: a change of code shows at once, a change of content reloads the page. A
 * fault in the content is told in the terminal and in the page; a missing text shows in the fallback language meanwhile.
 * Where nothing can be shown, the page says only what is wrong, and becomes the site again once that is mended.
 */
export async function serveLive(settings: Settings, makeContactListener: MakeContactListener): Promise<void> {
  const pageSettings = { origin: settings.siteOrigin, retentionDays: settings.retentionDays }
  let site: Promise<LiveSite> | undefined
  const http = createHttpServer((request, response) =>
    vite.middlewares(request, response, () => void answer(request, response)),
  )
  const vite = await createViteServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server: http } } })
  vite.watcher.add('content')
  vite.watcher.on('all', (_event, file) => {
    site = undefined
    if (/[\\/]content[\\/](?!.*\.ts$)/.test(file)) vite.ws.send({ type: 'full-reload' })
  })

  const current = () => {
    // What went wrong stays wrong until a file changes, and is told once.
    site ??= compose(vite, pageSettings).catch((error: unknown) => {
      console.error(error instanceof ContentError ? error.message : error)
      throw error
    })
    return site
  }
  const answerContact = await makeContactListener(current)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const path = decodeURIComponent(new URL(request.url ?? '/', settings.siteOrigin).pathname)
      if (path === contactEndpoint) return void answerContact(request, response)
      await give(response, path, await current())
    } catch (error) {
      const page = await vite.transformIndexHtml('/', problemPage(error))
      response.writeHead(500, { 'content-type': mediaTypes['.html'], 'cache-control': 'no-store' }).end(page)
    }
  }

  async function give(response: ServerResponse, path: string, { files, findRedirect }: LiveSite): Promise<void> {
    const meant = files.has(path) ? undefined : findRedirect(path)
    if (meant) return void response.writeHead(302, { location: encodeURI(meant) }).end()
    const file = files.get(path) ?? (files.get(notFoundAddress(languageOf(path))) as SiteFile)
    const made = await file.body()
    const isPage = file.path.endsWith('.html')
    const body = isPage ? await vite.transformIndexHtml(path, String(made)) : made
    response
      .writeHead(files.has(path) ? 200 : 404, {
        'content-type': mediaTypes[extname(file.path)],
        'cache-control': 'no-store',
      })
      .end(body)
  }

  await new Promise<void>((resolve, reject) => http.once('error', reject).listen(settings.port, settings.host, resolve))
  console.log(`Live editing: open http://${settings.host}:${settings.port} (Ctrl+C ends it)`)
}

const liveEntry = '/src/site/entry-browser.tsx'

async function compose(vite: ViteDevServer, settings: SiteSettings): Promise<LiveSite> {
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
    // Unbundled, React has no file of its own to name: it comes with what imports it.
    vendor: liveEntry,
    style: '',
    kinds: Object.fromEntries(kinds),
    files: new Map(),
    renderPage: renderPage as Bundle['renderPage'],
  }
  const { files, contactData: data } = await makeSiteFiles(composed, unbundled, {
    // The same name for every state: a page's texts must be found even if the content changed since the page was loaded.
    name: 'live',
    // The base styles come first: scripts add the others in any order.
    live: { styleSheet: '/src/site/styles/index.css', notice: problemNotice(composed.problems) },
  })
  return {
    files: new Map(files.map((file) => [file.address, file])),
    findRedirect: redirectFinder(Object.values(content.addresses)),
    data,
    renderPage: unbundled.renderPage,
  }
}
