import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parseRegister } from '../src/register/read-register.ts'
import { indexCertificates } from '../src/register/search.ts'
import { readBuiltSite } from '../src/server/built-site.ts'
import { serveRegister } from '../src/server/register/serve-register.ts'
import { eachLanguage } from '../src/shared/languages.ts'
import { largeRegister } from './large-register.ts'
import { median, type Row } from './measure.ts'

const certificatesCount = 10_000
const decisionsCount = 50_000
const batchesCount = 200_000
const answersCount = 200

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What a large register costs: time to start, memory, and processor time for an answer and a search. */
export async function measureRegister(report: (step: string) => void): Promise<Row[]> {
  report(`${certificatesCount} certificates, ${decisionsCount} decisions, ${batchesCount} batches`)
  // As `npm start` serves: React's development build takes twice the time.
  process.env.NODE_ENV = 'production'
  const site = await readBuiltSite()
  const texts = eachLanguage((language) => site.register.pages[language].content)
  const { number, tables } = largeRegister(certificatesCount, decisionsCount, batchesCount)
  const memoryBefore = usedMemory()
  const before = process.cpuUsage()
  const register = parseRegister(tables, texts.es, '2026-11-23')
  const loaded = { register, index: indexCertificates(register.certificates, texts) }
  const startMs = millisecondsSince(before)
  const megabytes = (usedMemory() - memoryBefore) / 1e6
  const serve = serveRegister(site, () => loaded)
  const processorMs = (path: (index: number) => string) => {
    const times = Array.from({ length: answersCount }, (_, index) => {
      const before = process.cpuUsage()
      serve({ url: `/registro${path(index)}`, acceptEncoding: 'br' })
      return millisecondsSince(before)
    })
    return median(times)
  }
  const figures = {
    'start, ms of processor': startMs,
    'memory, MB': megabytes,
    'a certificate, ms of processor': processorMs((index) => `/${number(index * 499)}`),
    'a pack, ms of processor': processorMs(
      (index) => `/${number(index * 7)}?packed=2026-03-04&batch=26${String(index).padStart(6, '0')}`,
    ),
    'the first page of the list, ms of processor': processorMs(() => ''),
    'a page of a chosen product, ms of processor': processorMs((index) => `?product=cutting&page=${index + 1}`),
    'what changed, ms of processor': processorMs((index) => `/cambios?page=${index + 1}`),
    'a search for a batch, ms of processor': processorMs((index) => `?q=lote+26${String(index).padStart(6, '0')}`),
    'a search for one, ms of processor': processorMs((index) => `?q=planta+${index}99`),
    'a search that finds all, ms of processor': processorMs(() => '?q=planta'),
    'a search with a slip, ms of processor': processorMs((index) => `?q=plamta+${index}99`),
    'a search for nothing, ms of processor': processorMs((index) => `?q=zz${index}`),
  }
  return Object.entries(figures).map(([what, value]) => ({ what, value: Math.round(value * 100) / 100 }))
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
