import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateOn } from '../../src/register/state.ts'
import { interpolate } from '../../src/shared/interpolate.ts'
import { longDate } from '../../src/shared/long-date.ts'
import { certificate, decision } from '../support/register.ts'
import { open, serve, serveAll, site, texts, today } from './register-server.ts'

const { pages } = site.register
const published = '2026-11-23'

test('a list of any choice has every certificate once, fifty a page, those in force first, and links to its pages, which differ in title', () => {
  const [countries, products] = [['ES', 'FR', 'PL', 'DE', 'IT'], Object.keys(pages.es.content.covers).slice(0, 3)]
  const days = [
    [],
    [decision('2026-09-01', 'suspended')],
    [],
    [decision('2026-10-02', 'withdrawn')],
    [decision('2026-11-24', 'suspended', { reason: 'administrative' })],
  ]
  const all = Array.from({ length: 130 }, (_, index) => {
    const kind = { country: countries[index % 7] ?? 'ES', covers: `${products[index % 2]} ${products[2]}` }
    return certificate(String(260100 + index), { ...kind, decisions: days[index % 11] ?? [] })
  })
  const ask = serveAll(all)
  const choice = (values: string[]) => fc.option(fc.constantFrom(...values), { nil: '' })
  const choices = fc.record({
    country: choice(countries),
    product: choice(products),
    state: choice(['in-force', 'suspended']),
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
      const titles: string[] = []
      for (let address: string | undefined = `/registro?${asked}`; address; ) {
        const { document, main, listed: numbers } = open(address, ask)
        expect(main).not.toMatch(/\{\{|undefined/)
        address = document.querySelector('main nav a[rel=next]')?.getAttribute('href')?.replaceAll('&amp;', '&')
        expect(numbers.length).toBe(address ? 50 : wanted.length - listed.length)
        listed.push(...numbers)
        titles.push(document.querySelector('title')?.text ?? '')
      }
      expect(new Set(titles).size).toBe(titles.length)
      expect(listed.toSorted()).toEqual(wanted.map(({ number }) => number).toSorted())
      const isInForce = listed.map((number) =>
        wanted.some((each) => each.number === number && stateOn(each, today) === 'in-force'),
      )
      expect(isInForce).toEqual(isInForce.toSorted().reverse())
    }),
    { numRuns: 15 },
  )
  const [withdrawn, overview] = [open('/registro?state=withdrawn', ask), open('/registro', ask)]
  expect(withdrawn.listed).toEqual(
    all.filter((each) => stateOn(each, today) === 'withdrawn').map(({ number }) => number),
  )
  expect(withdrawn.main.replaceAll('\u00a0', ' ')).toContain(longDate('2026-10-02', 'es'))
  expect(overview.main).toContain(longDate(published, 'es'))
  expect([withdrawn.isHidden, overview.isHidden]).toEqual([true, false])
})

test('whatever the register holds under what was typed is shown; a number leads to its page, even a mistyped one', () => {
  const all = [
    certificate('260041'),
    certificate('260042', { oval: 'PL 06110201 WE' }),
    certificate('260043', { oval: '2600414' }),
    certificate('260102', { oval: 'ES 00.00000/X' }),
    certificate('260103', { oval: 'ES 26.01020/X', plant: '26 0102 0' }),
  ]
  const ask = serveAll(all, [
    { number: '26-0042-2', batch: '2600998', decision: 'accepted', day: '2026-03-13' },
    { number: '26-0042-2', batch: '2600414', decision: 'accepted', day: '2026-03-13' },
  ])
  for (const [typed, expected] of [
    ['06110201', ['26-0042-2']],
    ['2600414', ['26-0041-4', '26-0042-2', '26-0043-0']],
    ['26-0041-4', '/registro/26-0041-4'],
    // A mistyped number, and a batch.
    ['2600998', '/registro/26-0099-8'],
    ['26-0099-8', '/registro/26-0099-8'],
    ['lote 2600998', ['26-0042-2']],
    ['oval 26.00414', ['26-0043-0']],
    ['agrément n° 33.167.001', []],
    ['2601020', ['26-0103-8']],
    ['ES 26.00414/V', []],
    ['Matadreo', []],
    ['Matadro', all.filter(({ plant }) => /Matadero/.test(plant)).map(({ number }) => number)],
    ['26-0041-4, lote 250312', '/registro/26-0041-4'],
    ['https://a.example/c/26-0041-4?packed=2026-03-04', '/registro/26-0041-4'],
    ['26-0041-5', '/registro/26-0041-5'],
    // Said to be mistyped, whatever else its digits match.
    ['26-0102-0', '/registro/26-0102-0'],
  ] as const) {
    const { listed, headers } = open(`/registro?q=${encodeURIComponent(typed)}`, ask)
    expect([typed, headers.location ?? listed]).toEqual([typed, expected])
  }
  expect(open('/registro/26-0102-0', ask)).toMatchObject({ status: 404, heading: texts.es.wrong.title })
  const { document } = open('/registro/26-0099-8', ask)
  expect(document.querySelectorAll('h2 + table a').map(({ text }) => text)).toEqual(['26-0042-2'])
})

test('a batch is found in whole, with any label and signs, and never as the beginning or a part of anything else', () => {
  const named = decision('2026-09-02', 'withdrawn', { batches: 'A-1, 000001' })
  const certificates = [
    certificate('000001', { plant: '000001 Matadero', oval: 'FR 00.000.001' }),
    certificate('260003', { decisions: [named] }),
    certificate('260004'),
    certificate('260005', { holder: 'Lote 26 03 12 01, S.L.' }),
    certificate('260006', { decisions: [decision('2026-11-24', 'withdrawn', { batches: 'ZK-3003-C' })] }),
  ]
  const ask = serveAll(certificates, [
    { number: '26-0004-3', batch: '26.031.201', decision: 'accepted', day: '2026-03-13' },
    { number: '26-0005-1', batch: 'L26031201', decision: 'refused', day: '2026-03-13' },
    { number: '26-0004-3', batch: 'ZK-3004-C', decision: 'accepted', day: '2026-11-24' },
  ])
  const found = (q: string) => open(`/registro?${new URLSearchParams({ q })}`, ask).listed
  // Other labels, signs and codes: src/register/batch.test.ts, pack.test.ts.
  for (const typed of ['2603-1201', 'lote 26031201', 'Batch code 2603 1201', 'L26031201 14:35', '(10)26031201'])
    expect([typed, found(typed)]).toEqual([typed, ['26-0004-3', '26-0005-1']])
  for (const typed of ['000001', 'lote 000 001', 'lote a1']) expect(found(typed)).toEqual(['26-0003-5'])
  // Decided tomorrow: ZK-3003-C and ZK-3004-C.
  for (const typed of ['lote 00000', 'lote 0000011', 'lote matadero', 'lote 260312', 'ZK-3003-C', 'lote ZK-3004-C'])
    expect(found(typed)).toEqual([])
  for (const q of ['lote 99', '99-9', 'Ñandú', 'L26031201']) {
    const { document } = open(`/registro?${new URLSearchParams({ q })}`, ask)
    expect(document.querySelectorAll('h1 bdi[translate=no]')).toHaveLength(1)
  }
  expect(open('/registro?q=lote+99', ask).main).toContain(interpolate(texts.es.results.no_batch.title, { query: '99' }))
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
    { numRuns: 40 },
  )
  for (const q of [`${'a'.repeat(99)}%F0%9F%98%80`, '%00', '%ED%A0%80', '%', 'a%20'.repeat(3_000)])
    expect(serve({ url: `/registro?q=${q}` })?.status).toBe(200)
  for (const url of ['//', '/registro/', '/c/', '/registro/a/b', `/registro/${'a'.repeat(101)}`])
    expect(serve({ url })).toBeUndefined()
})
