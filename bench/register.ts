import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase } from '../src/database/open-database.ts'
import { importActs } from '../src/office/import-tables.ts'
import { makeOffice, openOffice } from '../src/office/serve-office.ts'
import type { Entry, LineEntry } from '../src/register/acts.ts'
import { numberOf } from '../src/register/number.ts'
import { readBuiltSite } from '../src/server/built-site.ts'
import { LiveRegister } from '../src/server/register/live-register.ts'
import { serveRegister } from '../src/server/register/serve-register.ts'
import { readSettings, type Settings } from '../src/settings.ts'
import { decided, granted, letIn } from '../tests/support/office.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'
import { median, type Row } from './measure.ts'

const certificatesCount = 10_000
const decisionsCount = 50_000
const batchesCount = 200_000
const answersCount = 200

/** The number of each certificate; the index goes round. */
const number = (index: number) => numberOf(String(100_000 + (index % certificatesCount)))
const times = (count: number, entry: (index: number) => Entry) => Array.from({ length: count }, (_, i) => entry(i))
const accepted = (index: number, batch: string): Entry => ({
  entry: 'accepted',
  number: number(index),
  batch,
  day: '2026-03-13',
})
const padded = (index: number) => `26${String(index).padStart(6, '0')}`

/** All of a large register. A certificate is suspended, lifted, and so on, each on another day. */
const allEntries = () => [
  ...times(certificatesCount, (index) => {
    const names = { holder: `Empresa ${index}, S.L.`, plant: `Planta número ${index}`, oval: `ES 10.${index}/V` }
    return granted({ number: number(index), ...names, from: '2020-01-01', until: '2099-12-31' })
  }),
  ...times(decisionsCount, (index) => {
    const time = Math.floor(index / certificatesCount)
    const day = `2026-0${1 + time}-${10 + (index % 18)}`
    const why = { reason: 'administrative', batches: index % 10 ? '' : `N${index}` }
    return time % 2 ? decided('lifted', number(index), day) : decided('suspended', number(index), day, why)
  }),
  ...times(batchesCount, (index) => accepted(index * 7, padded(index))),
]

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What a large register costs: time to start, memory, and processor time for an answer, a search, an entry and a page of the office. */
export async function measureRegister(report: (step: string) => void): Promise<Row[]> {
  report(`${certificatesCount} certificates, ${decisionsCount} decisions, ${batchesCount} batches`)
  using folder = temporaryFolder()
  const settings = readSettings({ DATA_DIR: folder.path })
  await importEntries(settings)
  const figures = { ...(await measureSite(settings)), ...(await measureOffice(settings)) }
  return Object.entries(figures).map(([what, value]) => ({ what, value: Math.round(value * 100) / 100 }))
}

async function importEntries(settings: Settings): Promise<void> {
  const { store, database } = await openOffice(settings)
  const acts = importActs(allEntries().map((entry) => ({ line: 0, entry: entry as LineEntry })))
  await store.recordForOperator(() => ({ acts, result: undefined }))
  await letIn(store, 'Ana')
  await database.close()
}

async function measureSite(settings: Settings): Promise<Record<string, number>> {
  const site = await readBuiltSite()
  const database = openDatabase(settings)
  await database.transaction(async () => undefined)
  const memoryBefore = usedMemory()
  const before = process.cpuUsage()
  const register = new LiveRegister(site, database, settings.dataDir, () => undefined)
  await register.update()
  const startMs = millisecondsSince(before)
  const megabytes = (usedMemory() - memoryBefore) / 1e6
  const serve = serveRegister(site, register.current)
  const paths: Record<string, (index: number) => string> = {
    'a certificate': (index) => `/${number(index * 499)}`,
    'a pack': (index) => `/${number(index * 7)}?packed=2026-03-04&batch=${padded(index)}`,
    'the first page of the list': () => '',
    'a page of a chosen product': (index) => `?product=cutting&page=${index + 1}`,
    'what changed': (index) => `/cambios?page=${index + 1}`,
    'a search for a batch': (index) => `?q=lote+${padded(index)}`,
    'a search for one': (index) => `?q=planta+${index}99`,
    'a search that finds all': () => '?q=planta',
    'a search with a slip': (index) => `?q=plamta+${index}99`,
    'a search for nothing': (index) => `?q=zz${index}`,
  }
  const figures: Record<string, number> = { 'start, ms of processor': startMs, 'memory, MB': megabytes }
  for (const [what, path] of Object.entries(paths))
    figures[`${what}, ms of processor`] = await medianOf(answersCount, async (index) => {
      serve({ url: `/registro${path(index)}`, acceptEncoding: 'br' })
    })
  const { store, database: written } = await openOffice(settings)
  figures['an entry, until the site shows it, ms of processor'] = await medianOf(
    9,
    () => register.update(),
    async (index) => {
      const act = { id: randomUUID(), person: null, act: 'operator' as const, entries: [accepted(7, `Z${index}`)] }
      await store.recordForOperator(() => ({ acts: [act], result: undefined }))
    },
  )
  await Promise.all([database.close(), written.close()])
  return figures
}

/** Each page of the office, once it has read the acts. */
async function measureOffice(settings: Settings): Promise<Record<string, number>> {
  const { app, store, database, sessions } = await makeOffice(settings)
  const before = process.cpuUsage()
  const { people, register } = await store.read()
  const figures: Record<string, number> = { 'the office, start, ms of processor': millisecondsSince(before) }
  const [person] = people.keys()
  const cookie = `office=${await sessions.begin(person ?? '')}`
  const certificate = `/register/${register.certificates.at(-1)?.number}`
  const paths = [
    '/',
    '/register',
    '/register?q=planta+77',
    '/register/new',
    certificate,
    `${certificate}/batches`,
    '/log',
  ]
  for (const url of paths)
    figures[`the office, ${url.replace(certificate, '/register/…')}, ms of processor`] = await medianOf(9, () =>
      app.inject({ url, headers: { cookie } }),
    )
  const payload = new URLSearchParams({ act: 'suspended', day: '1/11/2026' }).toString()
  const { officeOrigin: origin } = settings
  const headers = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
  figures['the office, a form that is checked, ms of processor'] = await medianOf(1, () =>
    app.inject({ method: 'POST', url: certificate, headers, payload }),
  )
  await app.close()
  await database.close()
  return figures
}

/** The median of what an action takes each time. @param prepare what is not measured */
async function medianOf(times: number, act: (index: number) => unknown, prepare = async (_index: number) => {}) {
  const taken: number[] = []
  for (let index = 0; index < times; index++) {
    await prepare(index)
    const before = process.cpuUsage()
    await act(index)
    taken.push(millisecondsSince(before))
  }
  return median(taken)
}

/** Of the processor: on a busy machine, the time of day would measure the others. */
function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function usedMemory(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
