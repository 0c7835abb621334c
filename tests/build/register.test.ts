import { cpSync, writeFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { parse as parseTable } from 'csv-parse/sync'
import fc from 'fast-check'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { composeLanguages } from '../../src/content/compose/compose-language.ts'
import { readFiles } from '../../src/content/read/content.ts'
import { shownOn, stateOn } from '../../src/register/state.ts'
import { serveTable, tableAddress } from '../../src/server/register/register-table.ts'
import { serveRegister } from '../../src/server/register/serve-register.ts'
import { readSettings } from '../../src/settings.ts'
import { interpolate } from '../../src/shared/interpolate.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { longDate } from '../../src/shared/long-date.ts'
import { type Certificate, registerColumns } from '../../src/shared/register-page.ts'
import { nearMissOf } from '../support/near-misses.ts'
import { certificate, siteWithRegister } from '../support/register.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const site = await siteWithRegister()
const { pages, published } = site.register
const today = '2026-11-23'
// Half an hour after midnight in Spain.
const serveAll = (certificates: Certificate[]) =>
  serveRegister({ ...site, register: { ...site.register, certificates } }, () => new Date('2026-11-22T23:30Z'))
const halted = [certificate('260003', { suspended: '2026-09-01' }), certificate('260004', { withdrawn: '2026-09-02' })]
const many = Array.from({ length: 60 }, (_, index) => certificate(String(270100 + index), { plant: 'Muchos' }))
const serve = serveAll([certificate('260001'), ...halted, ...many])

function open(url: string, ask = serve) {
  const { status, headers = {}, body } = ask({ url, acceptEncoding: 'gzip, br' }) ?? {}
  const document = parse(body ? String(brotliDecompressSync(body)) : '')
  const [heading = '', main = ''] = ['h1', 'main'].map((name) => document.querySelector(name)?.text)
  const isHidden = document.querySelector('meta[name=robots]')?.getAttribute('content') === 'noindex'
  const listed = document.querySelectorAll('main li a').map(({ text }) => text)
  return { status, headers, document, heading, main, isHidden, listed }
}

/** A certificate has the first of these states that applies, and else is in force. */
const states = ['withdrawn', 'ended', 'replaced', 'expired', 'suspended', 'not_yet'] as const

test('a certificate’s page says its state, what it covers, what applies after a suspension, and whether it is a specimen', () => {
  // Near today, so that the first and the last day are often today.
  const day = fc.integer({ min: 20, max: 26 }).map((day) => `2026-11-${day}`)
  const words = fc.stringMatching(/^<b>\w{8} "[&']\w*$/)
  const orNone = (value: fc.Arbitrary<string>) => fc.option(value, { nil: '', freq: 2 })
  const cells = fc.record({
    ...{ holder: words, plant: words, oval: words, town: words, batches: orNone(fc.constant('L-17, <L>')) },
    ...{ from: day, until: day, suspended: orNone(day), withdrawn: orNone(day), ended: orNone(day) },
    replaced_by: orNone(fc.constant('26-0001-9')),
  })
  fc.assert(
    fc.property(fc.boolean(), cells, fc.constantFrom(...allLanguages), (isSpecimen, cells, language) => {
      const { holder, plant, oval, town, from, until, suspended, withdrawn, ended, replaced_by, batches } = cells
      const shown = certificate(isSpecimen ? '000001' : '260001', cells)
      const { address, content } = pages[language]
      const { status, document, main, isHidden } = open(`${address}/${shown.number}`, serveAll([shown]))
      const [isWithdrawn, isEnded, isSuspended] = [withdrawn, ended, suspended].map((day) => day !== '' && day <= today)
      const applies = [isWithdrawn, isEnded, replaced_by !== '', until < today, isSuspended, from > today]
      const state = states[applies.indexOf(true)] ?? 'in_force'
      for (const text of [holder, plant, oval, town, content.covers.sheep, longDate(until, language)])
        expect(main).toContain(text)
      expect(main).not.toMatch(/\{\{|undefined/)
      expect(document.querySelector('[data-state] p')?.text).toBe(content.states[state])
      const since = { suspended: longDate(suspended, language) }
      const texts = [content.sentences.suspended, content.earlier.suspended].map((text) => interpolate(text, since))
      expect(texts.filter((text) => main.includes(text))).toHaveLength(isSuspended ? 1 : 0)
      expect(main.includes(batches)).toBe(batches === '' || isSuspended || state === 'withdrawn')
      expect([status, main.includes(content.specimen), isHidden]).toEqual([200, isSpecimen, isSpecimen])
      const described = JSON.parse(document.querySelector('[type="application/ld+json"]')?.text ?? '')
      const certificationStatus = `https://schema.org/Certification${state === 'in_force' ? 'Active' : 'Inactive'}`
      expect(described).toMatchObject({ '@type': 'Certification', certificationStatus })
    }),
    { numRuns: 500 },
  )
})

test.each(allLanguages)('in %s, an unknown or impossible number is answered with advice and 404', (language) => {
  const { address, content } = pages[language]
  for (const [number, { title }] of [['26-0041-4', content.missing] as const, ['26-0041-5', content.wrong] as const]) {
    const answer = open(`${address}/${number}`)
    expect(answer).toMatchObject({ status: 404, isHidden: true, heading: interpolate(title, { number }) })
    expect(answer.main).toContain(number)
  }
})

test('a list of any choice has every certificate once, fifty a page, those in force first, and links to its pages', () => {
  const [countries, products] = [['ES', 'FR', 'PL', 'DE', 'IT'], Object.keys(pages.es.content.covers).slice(0, 3)]
  const days = [
    {},
    { suspended: '2026-09-01' },
    {},
    { withdrawn: '2026-10-02' },
    { suspended: '2026-11-24', reason: 'administrative' },
  ]
  const all = Array.from({ length: 130 }, (_, index) => {
    const kind = { country: countries[index % 7] ?? 'ES', covers: `${products[index % 2]} ${products[2]}` }
    return certificate(String(260100 + index), { ...kind, ...days[index % 11] } as Partial<Certificate>)
  })
  const ask = serveAll(all)
  const choice = (values: string[]) => fc.option(fc.constantFrom(...values), { nil: '' })
  const choices = fc.record({
    country: choice(countries),
    product: choice(products),
    state: choice(['in_force', 'suspended']),
  })
  fc.assert(
    fc.property(choices, fc.constantFrom('', 'matadero'), ({ country, product, state }, q) => {
      const asked = new URLSearchParams({ q, country, product, state })
      const wanted = all.filter((each) =>
        [
          !country || each.country === country,
          !product || each.covers.includes(product),
          !state || stateOn(each, today) === state,
        ].every(Boolean),
      )
      const listed: string[] = []
      for (let address: string | undefined = `/registro?${asked}`; address; ) {
        const { document, main, listed: numbers } = open(address, ask)
        expect(main).not.toMatch(/\{\{|undefined/)
        address = document.querySelector('main nav a:last-child')?.getAttribute('href')?.replaceAll('&amp;', '&')
        expect(numbers.length).toBe(address ? 50 : wanted.length - listed.length)
        listed.push(...numbers)
      }
      expect(listed.toSorted()).toEqual(wanted.map(({ number }) => number).toSorted())
      const isInForce = listed.map((number) =>
        wanted.some((each) => each.number === number && stateOn(each, today) === 'in_force'),
      )
      expect(isInForce).toEqual(isInForce.toSorted().reverse())
    }),
    { numRuns: 30 },
  )
  const [withdrawn, overview] = [open('/registro?state=withdrawn', ask), open('/registro', ask)]
  expect(withdrawn.listed).toEqual(all.filter(({ withdrawn }) => withdrawn).map(({ number }) => number))
  expect(withdrawn.main).toContain(longDate('2026-10-02', 'es'))
  expect(overview.main).toContain(longDate(published, 'es'))
  expect([withdrawn.isHidden, overview.isHidden]).toEqual([true, false])
})

test('whatever the register holds under what was typed is shown before a number is called wrong', () => {
  const [number, oval] = ['26-0041-4', '06110201']
  const ask = serveAll([
    certificate('260041'),
    certificate('260042', { oval: `PL ${oval} WE` }),
    certificate('260043', { oval: '2600414' }),
  ])
  const answer = (typed: string) => {
    const { listed, headers } = open(`/registro?q=${encodeURIComponent(typed)}`, ask)
    return headers.location ?? listed
  }
  expect(answer(oval)).toEqual(['26-0042-2'])
  expect(answer(`\u202an.º ${number}\u202c`)).toBe(`/registro/${number}`)
  expect(answer('2600414')).toEqual([number, '26-0043-0'])
  expect(answer('26-0041-5')).toBe('/registro/26-0041-5')
  expect(answer('cert 000001x')).toBe('/registro/00-0001-X')
  expect(answer('26/0041/5')).toBe('/registro/26%200041%205')
  expect(answer('Matadreo')).toEqual([])
  expect(answer('Matadro')).toHaveLength(3)
})

test('any words are escaped and limited in length', () => {
  const hostile = ['<script>alert(1)</script>', '"\'&{{count}}', '%', 'a'.repeat(9_000), '\u202e', '٣']
  const samples = fc.constantFrom(...hostile, 'ES 00.00000/X', '2026', 'CERT')
  fc.assert(
    fc.property(fc.oneof(samples, fc.string({ unit: 'grapheme' })), (typed) => {
      const { status, document, heading } = open(`/fr/registre?q=${encodeURIComponent(typed)}`)
      expect([status, document.querySelectorAll('main script').length]).toEqual([200, 0])
      expect(heading.length).toBeLessThan(700)
    }),
  )
  for (const q of [`${'a'.repeat(99)}%F0%9F%98%80`, '%00', '%ED%A0%80', '%', 'a%20'.repeat(3_000)])
    expect(serve({ url: `/registro?q=${q}` })?.status).toBe(200)
  for (const url of ['//', '/registro/%ff', '/registro/', '/c/', '/registro/a/b', `/registro/${'a'.repeat(101)}`])
    expect(serve({ url })).toBeUndefined()
})

test.each([
  [301, '/Registro/260001%209', undefined, '/registro/26-0001-9'],
  [301, '/en/registro/26-0001-9', undefined, '/en/register/26-0001-9'],
  [301, '/registro/26-0001-9/', undefined, '/registro/26-0001-9'],
  [301, '/es/registro/260001-9/?utm=1', undefined, '/registro/26-0001-9'],
  [301, '/C/26-0001-9', undefined, '/registro/26-0001-9'],
  [301, '/c/26-0001-9/', 'fr', '/fr/registre/26-0001-9'],
  [303, '/c/26-0001-9?utm=1', 'en', '/en/register/26-0001-9'],
  [303, '/c/260001-9', undefined, '/registro/26-0001-9'],
  [303, '/c/260001-9', 'fr-CA,fr;q=0.9', '/fr/registre/26-0001-9'],
  [303, '/c/260001-9', 'de,en;q=0.8,es;q=0.5', '/en/register/26-0001-9'],
])('with %i, %s leads, for a browser that prefers %s, to %s', (status, url, acceptLanguage, location) => {
  expect(serve({ url, acceptLanguage })).toMatchObject({ status, headers: { location, vary: 'accept-language' } })
})

test('a near miss of a certificate’s address leads to it', () => {
  const nearMiss = fc
    .constantFrom('/c', '/registro', '/en/register', '/fr/registre', '/fr/registro')
    .chain((folder) => nearMissOf(`${folder}/26-0001-9`).map((path): [string, string] => [folder, path]))
  fc.assert(
    fc.property(nearMiss, ([folder, url]) => {
      const { status, headers } = open(url)
      const own = `${{ '/c': '/registro', '/fr/registro': '/fr/registre' }[folder] ?? folder}/26-0001-9`
      if (status === 200) expect(decodeURIComponent(url)).toBe(own)
      else expect([url, status, headers.location]).toEqual([url, expect.toBeOneOf([301, 303]), own])
    }),
    { numRuns: 500 },
  )
  // What is no certificate's is not made one.
  for (const url of ['/registro/50%2525', '/registro/%25C3%25B1', '/c/26-0001-8)'])
    expect([url, open(url).status]).toEqual([url, url.startsWith('/c') ? 303 : 404])
})

test('pages are compressed, and stored by no browser or proxy: a state changes at midnight and with each build', () => {
  const url = '/registro/26-0001-9'
  const { headers } = open(url)
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' })
  expect(headers['content-security-policy']).toBe(site.register.template.contentSecurityPolicy)
  expect(String(serve({ url })?.body)).toContain('<!doctype html>')
})

test('a certificate has a QR code of its address in capitals', () => {
  const url = '/c/26-0001-9.svg'
  const { body, headers } = serve({ url }) ?? {}
  expect(headers?.['content-type']).toBe('image/svg+xml')
  // Read by zbarimg, once. A longer address, or one in lower case, would need more modules.
  expect(String(body)).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (290|330) \1">/)
  expect(open('/registro/26-0001-9').document.querySelector(`main a[href="${url}"] img`)?.getAttribute('src')).toBe(url)
  for (const near of ['/C/260001-9.SVG', '/c/26-0001-9.svg/'])
    expect(serve({ url: near })).toMatchObject({ status: 301, headers: { location: url } })
  expect(serve({ url: '/c/26-9999-9.svg' })).toBeUndefined()
})

test('the table to download says of each certificate what its page says that day, and lets other requests through', async () => {
  const day = fc.constantFrom('', '2026-09-01', today, '2026-11-24')
  const cells = {
    suspended: day,
    withdrawn: day,
    ended: day,
    reason: fc.constant('administrative'),
    batches: fc.constant('"L";\n1'),
  }
  const all = fc.sample(fc.record(cells), 3_000).map((cells, index) => certificate(String(270_000 + index), cells))
  let time = new Date('2026-11-22T23:30Z')
  const download = serveTable({ ...site, register: { ...site.register, certificates: all } }, () => time)
  const shown = (day: string) => all.map((each) => ({ ...shownOn(each, day), state: undefined }))
  const read = async () => {
    const { body } = await download({ url: tableAddress })
    expect(String(body)).toMatch(
      /^\ufeffnumber;holder;plant;oval;town;country;covers;from;until;suspended;withdrawn;ended;/,
    )
    return parseTable(body ?? '', { bom: true, columns: true, delimiter: ';' })
  }
  // The last certificate is written after another task has had its turn.
  let town = 'too early'
  setImmediate(() => {
    town = 'Sagunt'
  })
  Object.defineProperty(all.at(-1), 'town', { enumerable: true, get: () => town })
  const table = await read()
  expect(table.at(-1)).toMatchObject({ town: 'Sagunt' })
  expect(table).toEqual(shown(today))
  time = new Date('2026-11-23T23:30Z')
  expect(await read()).toEqual(shown('2026-11-24'))
})

test('without certificates, no page names the register or leads to it', () => {
  using folder = temporaryFolder()
  cpSync('content', folder.path, { recursive: true })
  const namesIn = (...certificates: Certificate[]) => {
    const lines = certificates.map((each) => registerColumns.map((column) => each[column]).join(';'))
    writeFileSync(`${folder.path}/register.csv`, [registerColumns.join(';'), ...lines].join('\n'))
    const sites = composeLanguages(readFiles(folder.path), readSettings({}))
    return sites.map(({ shell, pages: all }) => {
      const { address, content } = pages[shell.language]
      const article = /\b(?:the|el|del|al|le|du|au|ce) (?:register|registro|registre)\b.{0,20}/i
      const said = JSON.stringify([shell.footerLists, all])
      return [address, content.title, article.exec(said)?.[0] ?? ''].filter((name) => name && said.includes(name))
    })
  }
  for (const names of namesIn(certificate('260001'))) expect(names).toHaveLength(3)
  expect(namesIn()).toEqual([[], [], []])
})
