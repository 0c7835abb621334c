import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { serveRegister } from '../src/server/register/serve-register.ts'
import { certificate, siteWithRegister } from '../tests/support/register.ts'
import { median, type Row } from './measure.ts'

const certificatesCount = 100_000
const answersCount = 200

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What a large register costs: time to start, memory, and processor time for an answer and for a search. */
export async function measureRegister(report: (step: string) => void): Promise<Row[]> {
  report(`${certificatesCount} certificates`)
  // As `npm start` serves: React's development build takes twice the time.
  process.env.NODE_ENV = 'production'
  const site = await siteWithRegister()
  const certificates = Array.from({ length: certificatesCount }, (_, index) => {
    const [holder, plant] = [`Empresa ${index}, S.L.`, `Planta número ${index}`]
    return certificate(String(100_000 + index), { holder, plant, suspended: index % 50 === 0 ? '2026-09-01' : '' })
  })
  const file = JSON.stringify({ ...site.register, certificates })

  const memoryBefore = usedMemory()
  const startedAt = performance.now()
  const serve = serveRegister({ ...site, register: JSON.parse(file) })
  const startMs = performance.now() - startedAt
  const megabytes = (usedMemory() - memoryBefore) / 1e6
  const processorMs = (path: (index: number) => string) => {
    const times = Array.from({ length: answersCount }, (_, index) => {
      const before = process.cpuUsage()
      serve({ url: `/registro${path(index)}`, acceptEncoding: 'br' })
      return process.cpuUsage(before)
    })
    return median(times.map(({ user, system }) => (user + system) / 1_000))
  }
  const figures = {
    'start, ms': startMs,
    'memory, MB': megabytes,
    'a certificate, ms of processor': processorMs((index) => `/${certificates[index * 499]?.number}`),
    'the first page of the list, ms of processor': processorMs(() => ''),
    'a page of a chosen product, ms of processor': processorMs((index) => `?product=cutting&page=${index + 1}`),
    'a search for one, ms of processor': processorMs((index) => `?q=planta+${index}99`),
    'a search that finds all, ms of processor': processorMs(() => '?q=planta'),
    'a search with a slip, ms of processor': processorMs((index) => `?q=plamta+${index}99`),
    'a search for nothing, ms of processor': processorMs((index) => `?q=zz${index}`),
  }
  return Object.entries(figures).map(([what, value]) => ({ what, value: Math.round(value * 100) / 100 }))
}

function usedMemory(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
