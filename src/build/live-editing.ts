import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { extname } from 'node:path'
import { createServer as createViteServer, type ViteDevServer } from 'vite'
import { readContent } from '../content/content.ts'
import { ContentError, describeProblems, type Problem } from '../content/problem.ts'
import type { SiteSettings } from '../content/site.ts'
import { writeTextTypes } from '../content/text-types.ts'
import type { Settings } from '../settings.ts'
import type { ContactDesk } from '../shared/contact/desk.ts'
import { contactEndpoint } from '../shared/contact/message-rules.ts'
import { initialLanguage, languageOf, notFoundAddress } from '../shared/languages.ts'
import { nearMissFinder } from '../shared/near-miss.ts'
import { allPageKinds } from '../shared/pages.ts'
import { type Bundle, bundleStarter } from './bundle.ts'
import { mediaTypes } from './media-types.ts'
import { problemNotice, problemPage } from './problem-page.ts'
import { makeSiteFiles, type SiteFile } from './site-files.ts'

type LiveSite = {
  /** What is wrong in the content, although the site can be shown. */
  problems: Problem[]
  files: Map<string, SiteFile>
  findNearMiss: (path: string) => string | undefined
  desk: ContactDesk
  renderPage: Bundle['renderPage']
}

/** Answers contact messages, with the desk as it is at the time. */
export type MakeContactListener = (
  readDesk: () => Promise<Pick<LiveSite, 'desk' | 'renderPage'>>,
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
    const path = decodeURIComponent(new URL(request.url ?? '/', settings.siteOrigin).pathname)
    if (path === contactEndpoint) return void answerContact(request, response)
    try {
      await give(response, path, await current())
    } catch (error) {
      const page = await vite.transformIndexHtml('/', problemPage(error))
      response.writeHead(500, { 'content-type': mediaTypes['.html'], 'cache-control': 'no-store' }).end(page)
    }
  }

  async function give(
    response: ServerResponse,
    path: string,
    { files, findNearMiss, problems }: LiveSite,
  ): Promise<void> {
    const meant = files.has(path) ? undefined : findNearMiss(path)
    if (meant) return void response.writeHead(302, { location: encodeURI(meant) }).end()
    const file = files.get(path) ?? (files.get(notFoundAddress(languageOf(path))) as SiteFile)
    const made = await file.body()
    const isPage = file.path.endsWith('.html')
    const body = isPage ? await vite.transformIndexHtml(path, liveDocument(String(made), problems)) : made
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

/** A document with what is to be mended, and with the base styles first: scripts add the others in any order. */
function liveDocument(html: string, problems: Problem[]): string {
  return html
    .replace('</head>', '<link rel="stylesheet" href="/src/site/styles/index.css"></head>')
    .replace('<div id="app">', `${problemNotice(problems)}$&`)
}

const liveEntry = '/src/site/entry-browser.tsx'

async function compose(vite: ViteDevServer, settings: SiteSettings): Promise<LiveSite> {
  const content = readContent()
  if (content.problems.length > 0) console.warn(describeProblems(content.problems))
  writeTextTypes(content.texts[initialLanguage])
  const { renderPage } = await vite.ssrLoadModule('/src/site/entry-prerender.tsx')
  const kinds = allPageKinds.map((kind) => [kind, { script: `/src/site/pages/${kind}/${kind}.tsx`, styles: [] }])
  const unbundled: Bundle = {
    starter: await bundleStarter(),
    entry: { script: liveEntry, styles: [] },
    // Live, React comes with what imports it.
    library: liveEntry,
    kinds: Object.fromEntries(kinds),
    files: new Map(),
    renderPage: renderPage as Bundle['renderPage'],
  }
  // One name for all: between a page and its texts, the content may have changed.
  const { files, contactDesk: desk } = await makeSiteFiles(content, unbundled, settings, 'live')
  return {
    problems: content.problems,
    files: new Map(files.map((file) => [file.address, file])),
    findNearMiss: nearMissFinder(Object.values(content.addresses)),
    desk,
    renderPage: unbundled.renderPage,
  }
}
