import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ServeRegister, serveRegister } from '../src/server/register/serve-register.ts'
import { certificate, emptyRegister, numberOf } from '../tests/support/register.ts'
import { median, type Row } from './measure.ts'

const certificatesCount = 100_000
const answersCount = 200

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What a large register costs: time to start, memory, and processor time for an answer and for a search. */
export async function measureRegister(report: (step: string) => void): Promise<Row[]> {
  report(`${certificatesCount} certificates`)
  const certificates = Array.from({ length: certificatesCount }, (_, index) => {
    const suspended = index % 50 === 0 ? '2026-09-01' : ''
    const [holder, plant] = [`Empresa ${index}, S.L.`, `Planta número ${index}`]
    return certificate(String(100_000 + index), { holder, plant, suspended })
  })
  // As `npm start` serves: React's development build takes twice the time.
  process.env.NODE_ENV = 'production'
  const { data, renderPage } = await emptyRegister()
  const file = JSON.stringify({ ...data, certificates })

  const memoryBefore = usedMemory()
  const startedAt = performance.now()
  const serve = serveRegister(JSON.parse(file), renderPage)
  const startMs = performance.now() - startedAt
  const megabytes = (usedMemory() - memoryBefore) / 1e6
  const processorMs = (urlOf: (index: number) => string) => medianProcessorMs(serve, urlOf)
  return [
    { what: 'start, ms', value: Math.round(startMs) },
    { what: 'memory, MB', value: Math.round(megabytes) },
    {
      what: 'a certificate, ms of processor',
      value: processorMs((index) => `/registro/${numberOf(String(100_000 + index * 499))}`),
    },
    { what: 'a search for one, ms of processor', value: processorMs((index) => `/registro?q=planta+${index}99`) },
    { what: 'a search that finds all, ms of processor', value: processorMs(() => '/registro?q=planta+a') },
  ]
}

function usedMemory(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

function medianProcessorMs(serve: ServeRegister, urlOf: (index: number) => string): number {
  const times = Array.from({ length: answersCount }, (_, index) => {
    const before = process.cpuUsage()
    serve({ url: urlOf(index), acceptEncoding: 'br' })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.round(median(times) * 100) / 100
}
