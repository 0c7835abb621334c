import { parse as parseTable } from 'csv-parse/sync'
import fc from 'fast-check'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { columnsOf } from '../../src/register/columns.ts'
import { decisionsUntil, stateOn } from '../../src/register/state.ts'
import { serveRegister } from '../../src/server/register/serve-register.ts'
import { serveTable } from '../../src/server/register/serve-table.ts'
import { interpolate } from '../../src/shared/interpolate.ts'
import { publishedLanguages } from '../../src/shared/languages.ts'
import { longDate } from '../../src/shared/long-date.ts'
import { ownAddresses } from '../../src/shared/own-addresses.ts'
import { nearMissOf } from '../support/near-misses.ts'
import { certificate, decision, loadedRegister } from '../support/register.ts'
import { now, open, serve, serveAll, site, texts, today } from './register-server.ts'

const { pages, changes } = site.register

test('a certificate’s page says its state, what it covers, each decision whose day has come, and whether it is a specimen', () => {
  // Near today, so that the first and the last day are often today.
  const day = fc.integer({ min: 20, max: 26 }).map((day) => `2026-11-${day}`)
  const words = fc.stringMatching(/^<b>\w{8} "[&']\w*$/)
  const kinds = fc.array(fc.constantFrom('suspended', 'lifted', 'withdrawn', 'ended', 'replaced' as const), {
    maxLength: 3,
  })
  const decisions = fc.tuple(kinds, fc.uniqueArray(day, { minLength: 3, maxLength: 3 })).map(([kinds, days]) =>
    kinds.map((kind, index) =>
      decision([...days].sort()[index] ?? '', kind, {
        replaced_by: '26-0001-9',
        batches: index === 0 ? 'L-17, <L>' : '',
      }),
    ),
  )
  const cells = fc.record({
    holder: words,
    plant: words,
    oval: words,
    town: words,
    brands: words,
    from: day,
    until: day,
    decisions,
  })
  fc.assert(
    fc.property(fc.boolean(), cells, fc.constantFrom(...publishedLanguages), (isSpecimen, cells, language) => {
      const { holder, plant, oval, town, brands, until } = cells
      const shown = certificate(isSpecimen ? '000001' : '260001', cells)
      const { address, content } = pages[language]
      const { status, document, main, isHidden } = open(`${address}/${shown.number}`, serveAll([shown]))
      const state = stateOn(shown, today)
      for (const text of [holder, plant, oval, town, brands, content.covers.sheep, longDate(until, language)])
        expect(main).toContain(text)
      for (const name of [shown.number, holder, plant, oval, brands])
        expect(document.querySelectorAll('bdi[translate=no]').map(({ text }) => text)).toContain(name)
      expect(document.querySelector('h1 bdi[translate=no]')?.text).toBe(shown.number)
      expect(main).not.toMatch(/\{\{|undefined/)
      expect(document.querySelector('[data-state] > .serif')?.text).toBe(content.states[state])
      const known = decisionsUntil(shown, today)
      const history = document.querySelectorAll('ol li').map(({ text }) => text)
      expect(history).toHaveLength(known.length)
      for (const [index, { day }] of known.entries())
        expect(history[index]).toContain(longDate(day, language).slice(0, 5))
      expect(main.includes('L-17, <L>')).toBe(known.some(({ batches }) => batches))
      expect([status, main.includes(content.specimen), isHidden]).toEqual([200, isSpecimen, isSpecimen])
    }),
    { numRuns: 60 },
  )
})

test('a suspension that was lifted keeps its days, and a decision to come says nothing', () => {
  const decisions = [
    decision('2026-03-01', 'suspended', { reason: 'under_examination' }),
    decision('2026-04-15', 'lifted'),
    decision('2026-11-24', 'withdrawn', { reason: 'requirement_not_met' }),
  ]
  const forOneDay = [decision('2026-03-01', 'suspended'), decision('2026-03-02', 'lifted')]
  const ask = serveAll([
    certificate('260001', { from: '2026-01-01', decisions }),
    certificate('260002', { from: '2026-01-01', decisions: forOneDay }),
  ])
  for (const language of publishedLanguages) {
    const { history, reasons } = texts[language]
    const { main } = open(`${pages[language].address}/26-0001-9`, ask)
    const oneDay = interpolate(history.suspended_day, { day: longDate('2026-03-01', language) })
    expect(open(`${pages[language].address}/26-0002-7`, ask).main).toContain(oneDay)
    // The days may be written without their year.
    const [start = '', between = '', end = ''] = history.suspended_until.split(/\{\{\w+\}\}/).map(RegExp.escape)
    expect(main).toMatch(new RegExp(`${start}.{5,20}${between}.*2026${end}`))
    expect(main).toContain(reasons.under_examination)
    expect(main).not.toContain(reasons.requirement_not_met)
  }
})

test('a pack is covered only if its certificate was in force on the day of packing, its batch was accepted, and no decision names it', () => {
  const day = fc.integer({ min: 15, max: 23 }).map((day) => `2026-11-${day}`)
  const decidedOnce = fc.record({ isAccepted: fc.boolean(), day: fc.constantFrom('2026-11-16', '2026-11-24') })
  const questions = fc.record({
    packed: fc.option(day, { nil: '' }),
    suspended: fc.option(day),
    withdrawn: fc.option(day),
    lifts: fc.boolean(),
    named: fc.constantFrom('', '000001', '7, 000001', 'L000001 8', '8 000001', '1'),
    decided: fc.option(decidedOnce, { nil: undefined }),
    typed: fc.constantFrom('', '000001', 'Lote 000-001', 'L 00 00 01', 'lot: 000001', '٠٠٠٠٠١', '999'),
    until: day,
    language: fc.constantFrom(...publishedLanguages),
  })
  const decided = { isAccepted: true, day: '2026-11-16' } as const
  const undecided = { suspended: null, withdrawn: null, lifts: false, named: '' } as const
  const covered = { packed: '2026-11-18', typed: '000001', until: '2026-11-23', language: 'es' } as const
  const seen = new Set<string>()
  fc.assert(
    fc.property(questions, ({ packed, suspended, withdrawn, lifts, named, decided, typed, until, language }) => {
      const after = (suspended ?? '') >= '2026-11-22' ? [] : [decision('2026-11-22', 'lifted')]
      const decisions = [
        ...(suspended ? [decision(suspended, 'suspended', { batches: named }), ...(lifts ? after : [])] : []),
        ...(withdrawn && withdrawn > '2026-11-22'
          ? [decision(withdrawn, 'withdrawn', { batches: suspended ? '' : named })]
          : []),
      ]
      const shown = certificate('260001', { from: '2026-11-16', until, decisions })
      const batches = decided
        ? [
            {
              number: shown.number,
              batch: '000001',
              decision: decided.isAccepted ? 'accepted' : 'refused',
              day: decided.day,
            } as const,
          ]
        : []
      // Another company's certificate has the same batch.
      const others = [{ number: '26-0002-7', batch: '000001', decision: 'accepted', day: '2026-11-16' } as const]
      const ask = serveAll([shown, certificate('260002')], [...batches, ...others])
      const query = new URLSearchParams({ packed, batch: typed })
      const page = open(`${pages[language].address}/${shown.number}?${query}`, ask)
      const isBatch = typed !== '' && typed !== '999'
      const isNamed = isBatch && decisions.some(({ batches }) => batches.includes('000001'))
      const isKnown = isBatch && decided !== undefined && decided.day <= today
      const isRight =
        isKnown && decided.isAccepted && !isNamed && packed !== '' && stateOn(shown, packed) === 'in-force'
      const answer = page.document.querySelector('h1 + [data-covered]')
      expect(answer?.getAttribute('data-covered') === 'true').toBe(isRight)
      // A screen reader says it with the heading.
      expect(page.document.querySelector('h1')?.getAttribute('aria-describedby')).toBe(answer ? 'answer' : undefined)
      const [words = ''] = pages[language].content.pack.answers.covered
        .split(/\{\{\w+\}\}/)
        .toSorted((one, other) => other.length - one.length)
      expect((answer?.text ?? '').includes(words.trim())).toBe(isRight)
      if (isNamed || (isKnown && !decided.isAccepted)) expect(answer?.getAttribute('data-covered')).toBe('false')
      expect([answer === undefined || answer === null, page.status, page.isHidden]).toEqual([
        !packed && !typed,
        200,
        Boolean(packed || typed),
      ])
      expect(page.main).not.toMatch(/\{\{|undefined/)
      const json = ask({ url: `/c/${shown.number}.json?${new URLSearchParams({ on: packed, batch: typed })}` })
      const { covered, state, on } = JSON.parse(String(json?.body))
      expect([covered === true, state]).toEqual([isRight, stateOn(shown, on)])
      seen.add(answer?.getAttribute('data-covered') ?? '')
    }),
    { numRuns: 200, examples: [[{ ...covered, ...undecided, decided }]] },
  )
  for (const answer of ['true', 'false', 'unknown']) expect(seen).toContain(answer)
})

test('an impossible question is answered at its field, with what was typed', () => {
  const { address, content } = pages.fr
  const { errors } = content.pack
  const ask = serveAll([certificate('260001')], [{ number: '26-0001-9', batch: '1', decision: 'accepted', day: today }])
  for (const [field, typed, error] of [
    ['packed', '2026-11-24', errors.packed_future],
    ['packed', '2026-02-30', errors.packed_invalid],
    ['packed', 'ayer', errors.packed_invalid],
    ['batch', '<script>', errors.batch_invalid],
    ['batch', '😀', errors.batch_invalid],
    ['batch', '1'.repeat(61), errors.batch_invalid],
  ] as const) {
    const { status, document } = open(`${address}/26-0001-9?${new URLSearchParams({ [field]: typed })}`, ask)
    const input = document.querySelector(`[name=${field}]`)
    const [described = ''] = input?.getAttribute('aria-describedby')?.split(' ').slice(-1) ?? []
    expect([status, input?.getAttribute('aria-invalid'), input?.getAttribute('value')]).toEqual([200, 'true', typed])
    expect(document.querySelector('h1')?.getAttribute('aria-describedby')).toBe(`${field}-error`)
    expect(document.getElementById(described)?.text).toBe(interpolate(error, { example: content.exampleDay }))
    const query = new URLSearchParams({ [field === 'packed' ? 'on' : field]: typed })
    expect(ask({ url: `/c/26-0001-9.json?${query}` })?.status).toBe(400)
  }
})

test('an unknown or impossible number is answered with advice and 404', () => {
  const { address, content } = pages.es
  for (const [number, { title }] of [['26-0041-4', content.missing] as const, ['26-0041-5', content.wrong] as const]) {
    const answer = open(`${address}/${number}`)
    expect(answer).toMatchObject({ status: 404, isHidden: true, heading: interpolate(title, { number }) })
    expect(answer.main).toContain(number)
  }
})

test('the page and the feed of what changed have each decision of the last twelve months once, the newest first', () => {
  const days = ['2025-11-23', '2025-11-24', '2026-03-01', today, '2026-11-24']
  const all = Array.from({ length: 120 }, (_, index) =>
    certificate(String(260100 + index), {
      holder: `A & <B> ${index}`,
      from: '2025-01-01',
      decisions: [decision(days[index % 5] ?? '', 'suspended', { reason: 'administrative', batches: `B${index}` })],
    }),
  )
  const ask = serveAll(all)
  const wanted = all.filter((_, index) => [1, 2, 3].includes(index % 5)).map(({ number }) => number)
  for (const language of publishedLanguages) {
    const { addresses, content } = changes[language]
    const listed: string[] = []
    const said: string[] = []
    for (let address: string | undefined = addresses[language]; address; ) {
      const page = open(address, ask)
      expect([page.status, page.isHidden, page.heading]).toEqual([200, false, content.changes.title])
      const linked = page.document.querySelector('link[type="application/atom+xml"]')?.getAttribute('href')
      expect(linked).toMatch(new RegExp(`^https?://.*${addresses[language]}.atom$`))
      address = page.document.querySelector('main nav a[rel=next]')?.getAttribute('href')
      listed.push(...page.document.querySelectorAll('main article > ul > li > strong > a').map(({ text }) => text))
      said.push(...page.document.querySelectorAll('main time').map((time) => time.getAttribute('datetime') ?? ''))
    }
    expect(listed.toSorted()).toEqual(wanted)
    expect(said).toEqual(said.toSorted().reverse())
    const feed = ask({ url: `${addresses[language]}.atom` })
    expect(feed?.headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'access-control-allow-origin': '*',
    })
    const entries = parse(String(feed?.body)).querySelectorAll('entry')
    expect(entries.map((entry) => /[\d-]{8}\d|[\d-]{8}X/.exec(entry.querySelector('title')?.text ?? '')?.[0])).toEqual(
      listed,
    )
    expect(new Set(entries.map((entry) => entry.querySelector('id')?.text)).size).toBe(wanted.length)
    expect(String(feed?.body)).toContain('A &amp; &lt;B&gt; 1 ')
  }
  expect(ask({ url: '/Registro/Cambios/' })).toMatchObject({ status: 301, headers: { location: '/registro/cambios' } })
})

test('while the register cannot be read, its pages say so and whom to ask, for a short time', () => {
  const ask = serveRegister(site, () => undefined, now)
  for (const language of publishedLanguages)
    for (const path of ['', '/26-0001-9', '?q=a']) {
      const page = open(pages[language].address + path, ask)
      expect(page).toMatchObject({ status: 503, heading: texts[language].unavailable.title, isHidden: true })
      expect(page.document.querySelector('main a[href^=tel]')).not.toBeNull()
    }
  for (const url of [
    '/registro',
    '/registro/cambios',
    '/registro/cambios.atom',
    '/c/26-0001-9.json',
    '/c/26-0001-9.svg',
  ])
    expect(ask({ url })).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
  expect(ask({ url: '/nada' })).toBeUndefined()
})

test.each([
  [301, '/Registro/260001%209', undefined, '/registro/26-0001-9'],
  [301, '/es/registro/260001-9/?utm=1', undefined, '/registro/26-0001-9'],
  [301, '/c/26-0001-9/', 'fr', '/fr/registre/26-0001-9'],
  [303, '/c/26-0001-9?utm=1', 'en', '/en/register/26-0001-9'],
  [303, '/c/260001-9', undefined, '/registro/26-0001-9'],
  [303, '/c/260001-9', 'fr-CA,fr;q=0.9', '/fr/registre/26-0001-9'],
  [303, '/c/260001-9', 'de,en;q=0.8,es;q=0.5', '/en/register/26-0001-9'],
  [303, '/c/260001-9', 'ca-ES,ca;q=0.9,en;q=0.8', '/registro/26-0001-9'],
  [303, '/c/260001-9', 'de,oc;q=0.8,en;q=0.5', '/fr/registre/26-0001-9'],
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
    { numRuns: 200 },
  )
  // What is no certificate's is not made one.
  for (const url of ['/registro/50%2525', '/registro/%25C3%25B1', '/c/26-0001-8)'])
    expect([url, open(url).status]).toEqual([url, url.startsWith('/c') ? 303 : 404])
})

test('pages are compressed, and stored by no browser or proxy: a state changes at midnight and with each act', () => {
  const url = '/registro/26-0001-9'
  const { headers = {} } = serve({ url, acceptEncoding: 'gzip, br' }) ?? {}
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' })
  expect(headers['content-security-policy']).toBe(site.register.template.contentSecurityPolicy)
  expect(String(serve({ url })?.body)).toContain('<!doctype html>')
})

test('a certificate has a QR code of its address', () => {
  const url = '/c/26-0001-9.svg'
  const { body, headers } = serve({ url }) ?? {}
  expect(headers?.['content-type']).toBe('image/svg+xml')
  // Read by zbarimg, once. A longer address would need more modules.
  expect(String(body)).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (330|370) \1">/)
  expect(open('/registro/26-0001-9').document.querySelector(`main a[href="${url}"] img`)?.getAttribute('src')).toBe(url)
  for (const near of ['/C/260001-9.SVG', '/c/26-0001-9.svg/'])
    expect(serve({ url: near })).toMatchObject({ status: 301, headers: { location: url } })
  expect(serve({ url: '/c/26-9999-9.svg' })).toBeUndefined()
})

test('the table to download says of each certificate what its page says that day, and lets other requests through', async () => {
  const day = fc.constantFrom('2026-09-01', today, '2026-11-24')
  const kinds = fc.constantFrom('suspended', 'withdrawn', 'ended' as const)
  const decisions = fc.array(
    fc.tuple(day, kinds).map(([day, kind]) => decision(day, kind, { reason: 'administrative', batches: '"L";\n1' })),
    { maxLength: 1 },
  )
  const all = fc
    .sample(decisions, 1_100)
    .map((each, index) => certificate(String(270_000 + index), { decisions: each }))
  let time = now()
  const loaded = loadedRegister(all, texts)
  const download = serveTable(
    site,
    () => loaded,
    () => time,
  )
  const shown = (day: string) =>
    all.map((each) => {
      const { decisions: _, annulled, batches: all, ...cells } = each
      const [last] = decisionsUntil(each, day)
      const { decision = '', reason = '' } = last ?? {}
      const batches = last ? '"L", 1' : ''
      return { ...cells, state: stateOn(each, day), decision, day: last?.day ?? '', reason, batches, replaced_by: '' }
    })
  const read = async (query = '', separator = ';') => {
    const { body } = await download({ url: ownAddresses.registerTable + query })
    const columns = [...columnsOf('certificates').map(([name]) => name), 'state', 'decision', 'day']
    expect(String(body).startsWith(`\ufeff${columns.join(separator)}${separator}`)).toBe(true)
    return parseTable(body ?? '', { bom: true, columns: true, delimiter: separator })
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
  for (const query of ['?sep=,', '?a=1&sep=%2C']) expect(await read(query, ',')).toEqual(table)
  expect(await read('?sep=x')).toEqual(table)
  time = new Date('2026-11-23T23:30Z')
  expect(await read()).toEqual(shown('2026-11-24'))
})

test('a certificate is found below an old address of the register', () => {
  const own = certificate('260001')
  const loaded = loadedRegister([own], texts)
  const serve = serveRegister({ ...site, redirects: { '/fr/certificats': pages.fr.address } }, () => loaded, now)
  const { headers, status } = serve({ url: `/fr/Certificats/${own.number}` }) ?? {}
  expect([status, headers?.location]).toEqual([301, `${pages.fr.address}/${own.number}`])
  expect(serve({ url: '/fr/certificats' })).toBeUndefined()
})
