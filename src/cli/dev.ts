import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { inspect, stripVTControlCharacters } from 'node:util'
import { watch } from 'chokidar'
import { createServer as createVite, normalizePath } from 'vite'
import { openDatabase } from '../database/open-database.ts'
import type { BrowserBundle } from '../generator/bundle.ts'
import { readBuiltSite } from '../server/built-site.ts'
import { openContact } from '../server/contact/contact-service.ts'
import { processLog } from '../server/operations/log.ts'
import { readSettings } from '../settings.ts'
import { ownAddresses } from '../shared/own-addresses.ts'
import { readOptions } from './read-options.ts'
import { describeFailure, run } from './run.ts'

const usage = `Usage: npm run dev
Builds and serves the site again at each change of content, style and code, and loads its pages again in the browser.`

const folder = 'dist/live'
/** Debounces changes: the site is built after so many milliseconds without another. */
const pauseMs = 20
/** What is bundled for the browser. */
const isOfSite = /^(?!.*[\\/]content\.ts$)(src[\\/](site|shared)|vite\.config)/
const isOfContent = /^content/

/**
 * Live editing builds the site and serves it by the real server, again after each change. Vite loads their code, because it can reload
 * changed modules. Problems in readable content are shown above each page. If content or code cannot be read, the reason replaces the
 * pages until that is corrected.
 */
await run(async () => {
  readOptions(usage)
  const settings = readSettings()
  const log = processLog('dev')
  const database = openDatabase(settings)
  const pages = new Set<ServerResponse>()
  let following = new AbortController()
  let contact: ReturnType<typeof openContact> | undefined
  let app: ReturnType<typeof import('../server/app.ts').buildApp> | undefined
  let failure = ''
  const server = createServer((request, response) => {
    if (request.url === ownAddresses.live) {
      pages.add(response)
      response.on('close', () => pages.delete(response))
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders()
    } else if (failure || !app)
      // This text has no script that reloads it: a header does.
      response
        .writeHead(500, { 'content-type': 'text/plain; charset=utf-8', refresh: '1', 'cache-control': 'no-store' })
        .end(failure)
    else app.routing(request, response)
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(settings.port, settings.host, listening)
  })
  const vite = await createVite({
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>

  let bundled: BrowserBundle | undefined
  async function build(changed: { site: boolean; content: boolean }): Promise<void> {
    try {
      if (changed.site) bundled = undefined
      const { bundleForBrowser } = await load<typeof import('../generator/bundle.ts')>('/src/generator/bundle.ts')
      bundled ??= await bundleForBrowser(folder)
      const { buildLive } = await load<typeof import('../generator/build-live.ts')>('/src/generator/build-live.ts')
      const renderer = await buildLive(settings, folder, bundled, changed.content)
      const site = await readBuiltSite(folder, renderer)
      contact ??= openContact(settings, site, database, log)
      const { buildApp } = await load<typeof import('../server/app.ts')>('/src/server/app.ts')
      const { LiveRegister } = await load<typeof import('../server/register/live-register.ts')>(
        '/src/server/register/live-register.ts',
      )
      const register = new LiveRegister(site, database, settings.dataDir, log)
      await register.update()
      following.abort()
      following = new AbortController()
      void register.follow(following.signal)
      const { trustProxy, siteOrigin: origin } = settings
      app = buildApp({ site, register: register.current, contact, trustProxy, origin })
      await app.ready()
      failure = ''
    } catch (error) {
      const described = await describeFailure(error)
      failure = typeof described === 'string' ? described : inspect(described)
      console.error(failure)
      // Bundlers colour their messages.
      failure = stripVTControlCharacters(failure)
    }
    for (const page of pages) page.write('data: built\n\n')
  }

  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(['content', 'src', 'vite.config.ts', 'migrations'], { ignoreInitial: true })
  // Watches before anything is read, so that no change is missed.
  await once(watcher, 'ready')
  let building = build({ site: true, content: true })
  watcher.on('all', (event, path) => {
    changed.add(path)
    const { moduleGraph } = vite.environments.ssr
    // Loaded modules may import a new file, or find it by a glob.
    if (event === 'change') moduleGraph.onFileChange(normalizePath(resolve(path)))
    else moduleGraph.invalidateAll()
    clearTimeout(timer)
    timer = setTimeout(() => {
      const isAny = (pattern: RegExp) => changed.values().some((path) => pattern.test(path))
      const parts = { site: isAny(isOfSite), content: isAny(isOfContent) }
      changed.clear()
      building = building.then(() => build(parts))
    }, pauseMs)
  })
  await building
  contact?.start()
  const address = server.address() as { address: string; port: number }
  console.log(
    `The site is up: open http://${settings.host}:${address.port} (it follows what you change; Ctrl+C ends it)`,
  )
})
