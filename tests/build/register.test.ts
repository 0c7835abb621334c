import { resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { readBuiltContact } from '../../src/server/contact/answer-page.ts'
import { readRegisterData, serveRegister } from '../../src/server/register/serve-register.ts'
import { interpolate } from '../../src/shared/interpolate.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { type Certificate, checkCharacter, registerColumns } from '../../src/shared/register/certificate.ts'
import type { RegisterData } from '../../src/shared/register/register-page.ts'

/** The built register with certificates of this test's own: what the office writes changes nothing here. */
const built = readRegisterData('dist') as RegisterData
const { renderPage } = await readBuiltContact(resolve('dist'))
const none = Object.fromEntries(registerColumns.map((column) => [column, ''])) as Certificate
const certificate = (six: string, others: Partial<Certificate>): Certificate => ({
  ...none,
  number: `${six.slice(0, 2)}-${six.slice(2)}-${checkCharacter(six)}`,
  holder: 'Cárnicas Ñandú, S.L.',
  plant: 'Matadero <Uno>',
  oval: 'ES 10.00001/V',
  town: 'València',
  country: 'ES',
  covers: 'sheep cutting',
  from: '2026-03-12',
  until: '2027-03-11',
  ...others,
})
const states = {
  in_force: certificate('260001', {}),
  not_yet: certificate('260002', { from: '2026-12-01' }),
  suspended: certificate('260003', { suspended: '2026-09-01', reason: 'under_examination' }),
  withdrawn: certificate('260004', { withdrawn: '2026-09-02', batches: 'L-17, L-18' }),
  expired: certificate('250005', { from: '2025-01-01', until: '2026-11-22' }),
  ended: certificate('260006', { ended: '2026-10-01', reason: 'holder_request' }),
  replaced: certificate('260007', { replaced_by: '26-0001-9' }),
}
const specimen = certificate('000009', {})
const many = Array.from({ length: 60 }, (_, index) =>
  certificate(String(270100 + index), { holder: 'Muchos', plant: 'Nº' }),
)
const data = { ...built, certificates: [...Object.values(states), specimen, ...many] }
const now = () => new Date('2026-11-23T12:00:00Z')
const serve = serveRegister(data, renderPage, now)

const register = { es: '/registro', en: '/en/register', fr: '/fr/registre' }
const textsIn = (language: keyof typeof register) => data.languages[language].page.content
function open(url: string) {
  const answer = serve({ url })
  const document = parse(String(answer?.body))
  return {
    status: answer?.status,
    location: answer?.headers.location,
    document,
    words: document.querySelector('main')?.text,
  }
}

describe.each(allLanguages)('in %s', (language) => {
  test.each(Object.entries(states))(
    'a certificate that is %s says so in words, with plant and days',
    (state, { number, batches }) => {
      const { status, document, words } = open(`${register[language]}/${number}`)
      expect(status).toBe(200)
      expect(document.querySelector('h1')?.text).toContain(number)
      expect(words).toContain(textsIn(language).states[state as keyof typeof states])
      for (const shown of ['Matadero &lt;Uno&gt;', 'ES 10.00001/V', '2027', batches])
        expect(document.innerHTML).toContain(state === 'expired' && shown === '2027' ? '2026' : shown)
      expect(document.innerHTML).not.toMatch(/\{\{|<Uno>/)
      const status_ = JSON.parse(document.querySelector('[type="application/ld+json"]')?.text ?? '').certificationStatus
      expect(status_.endsWith('/CertificationActive')).toBe(state === 'in_force')
    },
  )

  test('a number that is not there, or cannot be, is answered with care and status 404', () => {
    for (const [number, { title }] of [
      ['26-0041-4', textsIn(language).missing],
      ['26-0041-5', textsIn(language).wrong],
    ] as const) {
      const { status, document, words } = open(`${register[language]}/${number}`)
      expect(status).toBe(404)
      expect(document.querySelector('h1')?.text).toBe(interpolate(title, { number }))
      expect(words).toContain(number)
      expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    }
  })
})

test('a certificate that was suspended says so whatever followed, and not before', () => {
  const lines = {
    expired: { until: '2026-11-22' },
    withdrawn: { withdrawn: '2026-10-01' },
    replaced: { replaced_by: '26-0001-9' },
  }
  const later = Object.values(lines).map((line) => certificate('260010', { suspended: '2026-09-01', ...line }))
  const tomorrow = certificate('260010', { suspended: '2026-11-24' })
  const says = [...later, tomorrow].map((each) => {
    const { body } =
      serveRegister({ ...data, certificates: [each] }, renderPage, now)({ url: `/fr/registre/${each.number}` }) ?? {}
    return /suspendu depuis le (1er septembre|24 novembre) 2026/.test(String(body))
  })
  expect(says).toEqual([true, true, true, false])
})

test('what is typed as a number leads to the certificate, and words to those that hold all of them', () => {
  expect(open('/registro?q=cert%20260001%209').location).toBe('/registro/26-0001-9')
  expect(open('/en/register?q=26-0001-6').location).toBe('/en/register/26-0001-6')
  const linksOf = (query: string) =>
    open(`/registro?q=${query}`)
      .document.querySelectorAll('main li a')
      .map((link) => link.text)
  expect(linksOf('carnicas+NANDU')).toHaveLength(8)
  expect(linksOf('nandu+26-0003')).toEqual([states.suspended.number])
  expect(linksOf('10.00001/v')).toHaveLength(50)
  expect(linksOf('nobody')).toEqual([])
})

test('any words are escaped, bounded, and leave the page whole', () => {
  for (const query of ['<script>alert(1)</script>', '"\'&{{count}}', '%', 'a'.repeat(9_000), '\u0000\u202e', '٣']) {
    const { status, document } = open(`/fr/registre?q=${encodeURIComponent(query)}`)
    expect(status).toBe(200)
    expect(document.querySelectorAll('main script')).toEqual([])
    expect(document.querySelector('h1')?.text.length).toBeLessThan(700)
  }
  for (const url of ['/registro/%ff', '/registro/', '/c/', '/registro/a/b', `/registro/${'a'.repeat(101)}`])
    expect(serve({ url })).toBeUndefined()
})

test('other spellings lead to the one address, and a short address to the language that the browser prefers', () => {
  expect(open('/Registro/260001%209')).toMatchObject({ status: 301, location: '/registro/26-0001-9' })
  expect(open('/en/registro/26-0001-9')).toMatchObject({ status: 301, location: '/en/register/26-0001-9' })
  const languagesOf = ['fr-CA,fr;q=0.9', 'de,en;q=0.8,es;q=0.5', 'de', ''].map((acceptLanguage) =>
    serve({ url: '/c/260001-9', acceptLanguage }),
  )
  expect(languagesOf.map((answer) => answer?.headers.location)).toEqual([
    '/fr/registre/26-0001-9',
    '/en/register/26-0001-9',
    '/registro/26-0001-9',
    '/registro/26-0001-9',
  ])
  expect(languagesOf[0]).toMatchObject({ status: 303, headers: { vary: 'accept-language' } })
})

test('a specimen says so and is not indexed; a certificate has an address in each language', () => {
  const { document, words } = open(`/en/register/${specimen.number}`)
  expect(words).toContain(textsIn('en').specimen)
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  const real = open('/en/register/26-0001-9').document
  expect(
    real.querySelectorAll('link[hreflang]').map((link) => new URL(link.getAttribute('href') ?? '').pathname),
  ).toEqual(['/registro/26-0001-9', '/en/register/26-0001-9', '/fr/registre/26-0001-9', '/registro/26-0001-9'])
})

test('the register lists what is suspended or withdrawn, latest first, and its file', () => {
  const { document } = open('/fr/registre')
  expect(document.querySelectorAll('main li a').map((link) => link.text)).toEqual([
    states.withdrawn.number,
    states.suspended.number,
  ])
  expect(document.querySelector('a[href="/register.csv"]')).not.toBeNull()
})

test('pages are compressed, kept for five minutes, and not sent again when nothing has changed', () => {
  const url = '/registro/26-0001-9'
  const first = serve({ url, acceptEncoding: 'gzip, br' })
  expect(first?.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=300' })
  expect(String(brotliDecompressSync(first?.body as Buffer))).toBe(String(serve({ url })?.body))
  const again = serve({ url, acceptEncoding: 'br', ifNoneMatch: first?.headers.etag })
  expect([again?.status, again?.body]).toEqual([304, undefined])
  expect(first?.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
})

test('the browser’s code is given the same page as data, a number in place of its search', () => {
  const page = JSON.parse(String(serve({ url: `/assets/data/${data.build}/registro.json?q=260001-9` })?.body))
  expect(page).toMatchObject({ kind: 'register', address: '/registro/26-0001-9' })
  expect(parse(renderPage(data.languages.es.shell, page)).querySelector('main')?.innerHTML).toBe(
    open('/registro/26-0001-9').document.querySelector('main')?.innerHTML,
  )
})
