import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readBuiltContact } from '../src/server/contact/answer-page.ts'
import { readRegisterData, type ServeRegister, serveRegister } from '../src/server/register/serve-register.ts'
import { type Certificate, checkCharacter } from '../src/shared/register/certificate.ts'
import { median, type Row } from './measure.ts'

const certificatesCount = 100_000
const answersCount = 200

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What a large register costs: the start, the memory, and the processor's time for an answer and for a search. */
export async function measureRegister(report: (step: string) => void): Promise<Row[]> {
  const built = readRegisterData('dist')
  const [specimen] = built?.certificates ?? []
  if (!built || !specimen) throw new Error('The build has no register. Build the site with content/register.csv first.')
  report(`${certificatesCount} certificates`)
  const certificates = Array.from({ length: certificatesCount }, (_, index) => numbered(specimen, index))
  const file = JSON.stringify({ ...built, certificates })
  // As `npm start` serves: React's development build takes twice the time.
  process.env.NODE_ENV = 'production'
  const { renderPage } = await readBuiltContact(resolve('dist'))

  const memoryBefore = usedMemory()
  const startedAt = performance.now()
  const serve = serveRegister(JSON.parse(file), renderPage)
  const startMs = performance.now() - startedAt
  const megabytes = (usedMemory() - memoryBefore) / 1e6
  const numberOf = (index: number) => certificates[(index * 499) % certificatesCount]?.number
  return [
    { what: 'start, ms', value: Math.round(startMs) },
    { what: 'memory, MB', value: Math.round(megabytes) },
    { what: 'a certificate, ms of processor', value: processorMs(serve, (index) => `/registro/${numberOf(index)}`) },
    {
      what: 'a search for one, ms of processor',
      value: processorMs(serve, (index) => `/registro?q=planta+${index}99`),
    },
    { what: 'a search that finds all, ms of processor', value: processorMs(serve, () => '/registro?q=planta+a') },
  ]
}

function numbered(specimen: Certificate, index: number): Certificate {
  const six = String(100_000 + index)
  const number = `${six.slice(0, 2)}-${six.slice(2)}-${checkCharacter(six)}`
  const suspended = index % 50 === 0 ? '2026-09-01' : ''
  return { ...specimen, number, suspended, holder: `Empresa ${index}, S.L.`, plant: `Planta número ${index}` }
}

function usedMemory(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

function processorMs(serve: ServeRegister, urlOf: (index: number) => string): number {
  const times = Array.from({ length: answersCount }, (_, index) => {
    const before = process.cpuUsage()
    serve({ url: urlOf(index), acceptEncoding: 'br' })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.round(median(times) * 100) / 100
}
