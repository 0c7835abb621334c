import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { serveRegister } from '../../src/server/register/serve-register.ts'
import { interpolate } from '../../src/shared/interpolate.ts'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { longDate } from '../../src/shared/long-date.ts'
import { type Certificate, stateOn } from '../../src/shared/register/certificate.ts'
import { certificate, emptyRegister } from '../support/register.ts'

const { data, renderPage } = await emptyRegister()
const today = '2026-11-23'
const serveAll = (certificates: Certificate[]) =>
  serveRegister({ ...data, certificates }, renderPage, () => new Date(`${today}T12:00Z`))
const halted = [certificate('260003', { suspended: '2026-09-01' }), certificate('260004', { withdrawn: '2026-09-02' })]
const many = Array.from({ length: 60 }, (_, index) => certificate(String(270100 + index), { plant: 'Muchos' }))
const serve = serveAll([certificate('260001'), ...halted, ...many])

const addressIn = (language: Language) => data.languages[language].page.address
const textsIn = (language: Language) => data.languages[language].page.content

function open(url: string, ask = serve) {
  const answer = ask({ url })
  const document = parse(String(answer?.body))
  const [heading = '', main = ''] = ['h1', 'main'].map((name) => document.querySelector(name)?.text)
  const robots = document.querySelector('meta[name=robots]')?.getAttribute('content')
  return { status: answer?.status, location: answer?.headers.location, document, heading, main, robots }
}

test('a certificate’s page states its state, what it covers, and what applies after a suspension, or that it is a specimen', () => {
  const day = fc.integer({ min: -400, max: 400 }).map((days) => new Date(Date.parse(today) + days * 86_400_000))
  const dayOrNone = fc.option(day, { nil: undefined }).map((date) => date?.toISOString().slice(0, 10) ?? '')
  const words = fc.stringMatching(/^<b>\w{8} "[&']\w*$/)
  const cells = fc.record({
    ...{ holder: words, plant: words, oval: words, town: words, batches: fc.constantFrom('', 'L-17, <L>') },
    ...{ suspended: dayOrNone, withdrawn: dayOrNone, ended: dayOrNone, until: dayOrNone.filter(Boolean) },
    replaced_by: fc.constantFrom('', '26-0001-9'),
  })
  const anywhere = fc.tuple(fc.constantFrom('000001', '260001'), cells, fc.constantFrom(...allLanguages))
  fc.assert(
    fc.property(anywhere, ([six, cells, language]) => {
      const shown = certificate(six, cells)
      const state = stateOn(shown, today)
      const { states, sentences, earlier, covers, specimen } = textsIn(language)
      const { status, document, main, robots } = open(`${addressIn(language)}/${shown.number}`, serveAll([shown]))
      expect(status).toBe(200)
      const { holder, plant, oval, town, until, suspended, batches } = shown
      for (const text of [states[state], holder, plant, oval, town, covers.sheep, longDate(until, language)])
        expect(main).toContain(text)
      expect(main).not.toMatch(/\{\{|undefined/)
      const isSuspended = suspended !== '' && suspended <= today
      const day = { suspended: isSuspended && longDate(suspended, language) }
      const since = [sentences.suspended, earlier.suspended].filter((text) => main.includes(interpolate(text, day)))
      expect(since).toHaveLength(isSuspended ? 1 : 0)
      expect(main.includes(batches)).toBe(batches === '' || isSuspended || state === 'withdrawn')
      expect([main.includes(specimen), robots]).toEqual(six === '000001' ? [true, 'noindex'] : [false, undefined])
      const described = JSON.parse(document.querySelector('[type="application/ld+json"]')?.text ?? '')
      const status_ = `https://schema.org/Certification${state === 'in_force' ? 'Active' : 'Inactive'}`
      expect(described).toMatchObject({ '@type': 'Certification', certificationStatus: status_ })
    }),
  )
})

test.each(allLanguages)('in %s, an unknown or impossible number is answered with advice and 404', (language) => {
  const { missing, wrong } = textsIn(language)
  for (const [number, { title }] of [['26-0041-4', missing] as const, ['26-0041-5', wrong] as const]) {
    const heading = interpolate(title, { number })
    const answer = open(`${addressIn(language)}/${number}`)
    expect(answer).toMatchObject({ status: 404, robots: 'noindex', heading })
    expect(answer.main).toContain(number)
  }
})

test('a typed number leads to the certificate, and words to at most fifty certificates that contain all of them', () => {
  expect(open('/registro?q=cert%20260001%209')).toMatchObject({ status: 303, location: '/registro/26-0001-9' })
  expect(open('/en/register?q=26-0001-6').location).toBe('/en/register/26-0001-6')
  const linksOf = (address: string) =>
    open(address)
      .document.querySelectorAll('main li a')
      .map(({ text }) => text)
  expect(linksOf('/registro?q=nandu+26-0003')).toEqual(['26-0003-5'])
  expect(linksOf('/registro?q=MUCHOS')).toHaveLength(50)
  expect(linksOf('/registro?q=nobody')).toEqual([])
  // Without words: those that are suspended or withdrawn, latest first.
  expect(linksOf('/registro')).toEqual(['26-0004-3', '26-0003-5'])
})

test('any words are escaped and limited in length', () => {
  const samples = fc.constantFrom('<script>alert(1)</script>', '"\'&{{count}}', '%', 'a'.repeat(9_000), '\u202e', '٣')
  fc.assert(
    fc.property(fc.oneof(samples, fc.string({ unit: 'grapheme' })), (typed) => {
      const { status, document, heading } = open(`/fr/registre?q=${encodeURIComponent(typed)}`)
      expect([status, document.querySelectorAll('main script').length]).toEqual([200, 0])
      expect(heading.length).toBeLessThan(700)
    }),
  )
  for (const url of ['//', '/registro/%ff', '/registro/', '/c/', '/registro/a/b', `/registro/${'a'.repeat(101)}`])
    expect(serve({ url })).toBeUndefined()
})

test('other spellings redirect to the canonical address, and a short address to the browser’s preferred language', () => {
  expect(open('/Registro/260001%209')).toMatchObject({ status: 301, location: '/registro/26-0001-9' })
  expect(open('/en/registro/26-0001-9')).toMatchObject({ status: 301, location: '/en/register/26-0001-9' })
  for (const [acceptLanguage, location] of [
    ['fr-CA,fr;q=0.9', '/fr/registre/26-0001-9'],
    ['de,en;q=0.8,es;q=0.5', '/en/register/26-0001-9'],
    ['', '/registro/26-0001-9'],
  ] as const) {
    const answer = serve({ url: '/c/260001-9', acceptLanguage })
    expect(answer).toMatchObject({ status: 303, headers: { location, vary: 'accept-language' } })
  }
})

test('pages are compressed, cached for five minutes, and not sent again if nothing has changed', () => {
  const url = '/registro/26-0001-9'
  const first = serve({ url, acceptEncoding: 'gzip, br' })
  expect(first?.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=300' })
  expect(first?.headers['content-security-policy']).toBe(data.frame.contentSecurityPolicy)
  expect(String(brotliDecompressSync(first?.body as Buffer))).toBe(String(serve({ url })?.body))
  const again = serve({ url, acceptEncoding: 'br', ifNoneMatch: first?.headers.etag })
  expect([again?.status, again?.body]).toEqual([304, undefined])
})

test('the browser’s code gets the same page as data, and a certificate directly for the search of its number', () => {
  const page = JSON.parse(String(serve({ url: '/assets/data/b/registro.json?q=260001-9' })?.body))
  const drawn = parse(renderPage(data.languages.es.shell, page)).querySelector('main')
  const { document } = open('/registro/26-0001-9')
  expect(drawn?.outerHTML).toBe(document.querySelector('main')?.outerHTML)
  const addresses = document.querySelectorAll('link[hreflang]').map((link) => link.getAttribute('href') ?? '')
  expect(addresses.map((address) => new URL(address).pathname)).toEqual([
    ...Object.values(page.addresses),
    page.address,
  ])
})
