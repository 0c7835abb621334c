import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { BuiltSite } from '../src/shared/built-site.ts'
import { type BootstrapData, pageDataAddress, shellDataAddress } from '../src/shared/page-data.ts'
import { startServer } from '../tests/support/server-process.ts'
import { type BuildCost, buildProject, growProject } from './grown-project.ts'
import { type Measure, median, type Row } from './measure.ts'

const work = 'bench/work/growth'
const sizes = [7, 100, 1_000]
const starts = 3
const requests = 2_000

/** Two pages that every size has. The first article is the one whose neighbours change. */
const watched = { 'the home page': '/', 'the first article': '/bienestar-animal' }
const watchedLanguage = 'es'

type Measured = {
  build: BuildCost
  again: BuildCost
  files: { count: number; bytes: number }
  firstVisits: number[]
  server: ServerCost
}
type ServerCost = { startMs: number; megabytes: number; pageMs: number; notFoundMs: number }

/** What it costs to build and serve the site, and what a first visit weighs, as the site grows with generated articles. */
export const measureGrowth: Measure = async (report) => {
  const measured: Measured[] = []
  for (const size of sizes) {
    const folder = `${work}-${size}`
    report(`${size} pages a language: building`)
    growProject(folder, size)
    const build = await buildProject(folder)
    report(`${size} pages a language: building again, with the cards at hand`)
    const again = await buildProject(folder)
    report(`${size} pages a language: serving`)
    measured.push({
      build,
      again,
      files: weighFolder(`${folder}/dist/public`),
      firstVisits: Object.values(watched).map((address) => weighFirstVisit(`${folder}/dist`, address)),
      server: await measureServer(folder),
    })
    rmSync(folder, { recursive: true })
  }
  const row = (what: string, read: (each: Measured) => number): Row => ({
    what,
    ...Object.fromEntries(
      measured.map((each, index) => [`${sizes[index]?.toLocaleString('en')} pages`, round(read(each))]),
    ),
  })
  const growth = (index: number) => (each: Measured) =>
    ((each.firstVisits[index] ?? 0) / (measured[0]?.firstVisits[index] ?? 0) - 1) * 100
  return [
    row('first build, s', ({ build }) => build.seconds),
    row('first build, s of one processor', ({ build }) => build.processorSeconds),
    row('first build, MB of memory at most', ({ build }) => build.peakMegabytes),
    row('build again, s', ({ again }) => again.seconds),
    row('build again, s of one processor', ({ again }) => again.processorSeconds),
    row('files, compressed forms included', ({ files }) => files.count),
    row('files, MB', ({ files }) => files.bytes / 1e6),
    ...Object.keys(watched).flatMap((name, index) => [
      row(`first visit of ${name}, bytes`, ({ firstVisits }) => firstVisits[index] ?? 0),
      row(`first visit of ${name}, growth in %`, growth(index)),
    ]),
    row('server: start, ms', ({ server }) => server.startMs),
    row('server: memory, MB', ({ server }) => server.megabytes),
    row('server: answer with a page, ms', ({ server }) => server.pageMs),
    row('server: answer that there is none, ms', ({ server }) => server.notFoundMs),
  ]
}

function weighFolder(folder: string): Measured['files'] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0)
  return { count: files.length, bytes }
}

/** The document, the scripts with all that they import at once, and the data: what is loaded until the page is awake. */
function weighFirstVisit(dist: string, address: string): number {
  const { files, build }: BuiltSite = JSON.parse(readFileSync(`${dist}/site.json`, 'utf8'))
  const bundle: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    readFileSync(`${dist}/bundle/manifest.json`, 'utf8'),
  )
  const pathOf = (each: string) => `${dist}/public/${files[each]?.path}`
  const html = readFileSync(pathOf(address), 'utf8')
  const manifest: BootstrapData = JSON.parse(/<script[^>]* id="site">(.*)<\/script>/.exec(html)?.[1] ?? '')
  const { kind }: { kind: keyof BootstrapData['chunks'] } = JSON.parse(
    readFileSync(pathOf(pageDataAddress(build, address)), 'utf8'),
  )
  const loaded = new Set([address, pageDataAddress(build, address), shellDataAddress(build, watchedLanguage)])
  const load = (script: string) => {
    if (loaded.has(script)) return
    loaded.add(script)
    const chunk = Object.values(bundle).find(({ file }) => `/${file}` === script)
    for (const name of chunk?.imports ?? []) load(`/${bundle[name]?.file}`)
  }
  load(manifest.entry)
  load(manifest.chunks[kind].script)
  return [...loaded].reduce((sum, each) => sum + statSync(`${pathOf(each)}.br`).size, 0)
}

async function measureServer(folder: string): Promise<ServerCost> {
  const settings = { DATA_DIR: 'data' }
  const startTimes: number[] = []
  for (let start = 1; start < starts; start++) {
    const before = performance.now()
    await using _server = await startServer({ settings, folder })
    startTimes.push(performance.now() - before)
  }
  const before = performance.now()
  await using server = await startServer({ settings, folder })
  startTimes.push(performance.now() - before)
  const pageMs = await timeAnswers(server.origin, watched['the first article'])
  const notFoundMs = await timeAnswers(server.origin, '/en/nowhere')
  return { startMs: median(startTimes), megabytes: memoryOf(server.pid), pageMs, notFoundMs }
}

/** One client that asks again and again. @returns the median time to an answer, in milliseconds */
async function timeAnswers(origin: string, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'accept-encoding': 'br' }
  const ask = () =>
    new Promise((resolve, reject) =>
      request(origin + path, { agent, headers }, (response) => response.resume().once('end', resolve))
        .once('error', reject)
        .end(),
    )
  const times: number[] = []
  for (let count = 0; count < requests; count++) {
    const start = performance.now()
    await ask()
    times.push(performance.now() - start)
  }
  agent.destroy()
  return median(times)
}

/** What a process holds in memory, in megabytes. @returns NaN on systems without /proc */
function memoryOf(pid: number): number {
  if (!existsSync(`/proc/${pid}/status`)) return Number.NaN
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const round = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(2)))
