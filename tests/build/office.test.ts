import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { editorApp } from '../../src/editor/server/serve-editor.ts'
import { Passkeys } from '../../src/office/passkeys.ts'
import { makeOffice } from '../../src/office/serve-office.ts'
import type { OpenTexts } from '../../src/office/texts.ts'
import type { Assertion } from '../../src/register/acts.ts'
import { addDays } from '../../src/register/day.ts'
import { readSettings } from '../../src/settings.ts'
import { minuteMs } from '../../src/shared/durations.ts'
import { interpolate } from '../../src/shared/interpolate.ts'
import { makePasskey } from '../support/authenticator.ts'
import { builtSite } from '../support/built-site.ts'
import { better, EditorFixture, hero, published, set, title } from '../support/editor-fixture.ts'
import { type Clerk, decided, grant, granted, letIn, sequenceOf } from '../support/office.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const origin = 'http://localhost:3020'
const words = builtSite.office.en
let openTexts: OpenTexts = () => expect.unreachable()

/** One office for all tests: each adds acts of its own. */
const folder = temporaryFolder()
const { app, database, store, sessions } = await makeOffice(readSettings({ DATA_DIR: folder.path }), (mount) =>
  openTexts(mount),
)
afterAll(async () => {
  await app.close()
  await database.close()
  folder.remove()
})
const [ana, luis] = [await letIn(store, 'Ana'), await letIn(store, 'Luis')]

/** The number of a certificate in force. */
const newNumber = () => grant(store, ana, luis)
const lastSequence = async () => (await store.read()).last.sequence
const cookieOf = async ({ id }: Pick<Clerk, 'id'>) => `office=${await sessions.begin(id)}`

/** Sends a form as a browser does. */
const post = (url: string, fields: Record<string, string>, others: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en', ...others },
    payload: new URLSearchParams(fields).toString(),
  })

/** What somebody reads on a page. */
async function readAs(one: Clerk, url: string): Promise<string> {
  return (await app.inject({ url, headers: { cookie: await cookieOf(one), 'accept-language': 'en' } })).body
}

/** What a passkey answers, as the page sends it. */
const answered = ({ credential: id, ...response }: Assertion) =>
  JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

/** An act that was prepared, and confirmed with a passkey. */
const signed = ({ passkey }: Pick<Clerk, 'passkey'>, act: object) => {
  return { signed: JSON.stringify(act), passkey: answered(passkey.confirm(act as never)), path: '/', fields: '{}' }
}

/** Asks to sign Ana in. @param flags what her passkey says of her: present, and verified */
const signIn = (challenge: string, query = '', flags?: number) =>
  post(`/sign-in${query}`, { passkey: answered(ana.passkey.answer(challenge, flags)) })
async function challengeOfPage(): Promise<string> {
  const { body } = await app.inject({ url: '/sign-in' })
  return /challenge&quot;:&quot;([\w-]+)/.exec(body)?.[1] ?? ''
}

test('who signs in is led to where the entrance was met, and to no other address', async () => {
  const led = async (query: string) => (await signIn(await challengeOfPage(), query)).headers.location
  expect(await led('?to=/texts/')).toBe('/texts/')
  for (const other of ['', '?to=/people', '?to=//evil.example/texts/', '?to=/texts/&to=/texts/'])
    expect(await led(other), other).toBe('/')
})

test('a challenge signs its person in once, for ten minutes, where it was given', async () => {
  const statusOf = async (...asked: Parameters<typeof signIn>) => (await signIn(...asked)).statusCode
  const [challenge, late] = [await challengeOfPage(), await challengeOfPage()]
  const elsewhere = await new Passkeys(origin).signInOptions()
  for (const other of [elsewhere.challenge, 'AAAA']) expect(await statusOf(other)).toBe(403)
  // Without a finger, a face or a code.
  expect(await statusOf(challenge, '', 0x01)).toBe(403)
  expect([await statusOf(challenge), await statusOf(challenge)]).toEqual([303, 403])
  vi.useFakeTimers({ now: Date.now() + 10 * minuteMs, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await statusOf(late)).toBe(403)
})

test('a stranger changes nothing', async () => {
  const sequence = sequenceOf(await ana.propose(granted({ from: '2026-01-01' })))
  const { acts } = await store.read()
  const [proposal, hash] = [String(sequence), acts[sequence - 1]?.hash ?? '']
  const answer = { act: 'agree', proposal, hash, seen: proposal }
  const cookie = await cookieOf(ana)
  // Without a cookie, with one of a session that has ended, from another site, and from a page that was saved.
  expect((await post('/', answer)).headers.location).toBe('/sign-in')
  expect((await post('/', answer, { cookie: 'office=x' })).statusCode).toBe(403)
  for (const other of ['https://evil.example', 'null', `${origin}.evil.example`])
    expect((await post('/', answer, { cookie, origin: other })).statusCode).toBe(403)
  // The proposer's own agreement, by hand: prepared by nobody, but signed.
  const own = { ...answer, id: randomUUID(), person: ana.id, proposal: sequence, seen: sequence }
  expect((await post('/', answer, { cookie })).statusCode).toBe(422)
  expect((await post('/confirm', signed(ana, own), { cookie })).statusCode).toBe(403)
  // Luis signs, and sends it in Ana's session.
  expect((await post('/confirm', signed(luis, { ...own, person: luis.id }), { cookie })).statusCode).toBe(403)
  expect((await store.read()).acts).toHaveLength(acts.length)
})

test('a form that was confirmed is recorded once, and what is signed is what was shown', async () => {
  const cookie = await cookieOf(ana)
  const [asked, entries] = [
    { id: randomUUID(), person: ana.id, seen: await lastSequence() },
    [granted({ from: '2026-01-01' })],
  ]
  const prepared = await store.prepare({ ...asked, act: 'propose', entries })
  if (prepared.kind !== 'ready') return expect.unreachable(prepared.kind)
  const form = signed(ana, prepared.act)
  const other = JSON.stringify({ ...prepared.act, entries: [granted({ from: '2026-02-01', number: '26-0001-9' })] })
  expect((await post('/confirm', { ...form, signed: other }, { cookie })).statusCode).toBe(403)
  const first = await post('/confirm', form, { cookie })
  expect(first.headers.location).toMatch(/done=\d+/)
  expect((await post('/confirm', form, { cookie })).headers.location).toBe(first.headers.location)
})

test('a link is used once', async () => {
  const secret = (await store.letIn('Eva')) ?? ''
  const get = () => app.inject({ url: `/invitation/${secret}` })
  expect((await get()).statusCode).toBe(200)
  const { id = '' } = (await store.invited(secret)) ?? {}
  const passkey = makePasskey()
  const entries = [{ entry: 'device', person: id, ...passkey.device }]
  const act = { id: randomUUID(), person: id, seen: await lastSequence(), act: 'decide', entries }
  const entered = await post('/confirm', { ...signed({ passkey }, act), invitation: secret })
  expect(entered.headers['set-cookie']).toMatch(/^office=.*HttpOnly; SameSite=Strict/)
  expect((await get()).statusCode).toBe(410)
})

test('what is wrong is said at its field, and nothing that was typed is lost', async () => {
  const number = await newNumber()
  const [seen, cookie, url] = [String(await lastSequence()), await cookieOf(ana), `/register/${number}`]
  const wrong = await post(url, { act: 'suspended', day: '31/2/2026', batches: 'L-1', seen }, { cookie })
  expect(wrong.statusCode).toBe(422)
  for (const part of ['aria-invalid="true"', 'value="31/2/2026"', 'value="L-1"']) expect(wrong.body).toContain(part)
  const mistyped = await post(url, { act: 'replaced', day: '2/3/2026', replaced_by: '26-0009-9' }, { cookie })
  expect(mistyped.body).toContain('26-0009-9')
  expect(mistyped.body).not.toContain('{{')
  // A colleague was quicker: it is said, with what is new.
  await luis.decide(decided('suspended', number, '2026-02-23'))
  const late = await post(url, { act: 'withdrawn', day: '2/3/2026', seen }, { cookie })
  expect(late.statusCode).toBe(422)
  expect(late.body).toContain('value="2/3/2026"')
  const [alert] = /role="alert".*?<\/ul>/s.exec(late.body) ?? []
  for (const part of [words.wrong.overtaken, 'Luis']) expect(alert).toContain(part)
})

test('pasted lines with a day that is none are said, not recorded', async () => {
  const [url, cookie, seen] = [
    `/register/${await newNumber()}/batches`,
    await cookieOf(ana),
    String(await lastSequence()),
  ]
  const send = (act: string, lines: string) => post(url, { act, lines, day: '9/3/2026', seen }, { cookie })
  const wrong = await send('preview', 'A1;ok;31/2/2026')
  expect([wrong.statusCode, /data-wrong/.test(wrong.body), /value="propose"/.test(wrong.body)]).toEqual([
    200,
    true,
    false,
  ])
  expect((await send('propose', 'A1;ok;31/2/2026')).statusCode).toBe(422)
  const undecided = (await send('preview', 'A1')).body
  const counted = interpolate(words.batches.summary, { accepted: 0, rejected: 0, incomplete: 1, passed: 0 })
  for (const part of [counted, words.batches.undecided]) expect(undecided).toContain(part)
  expect((await send('preview', 'A1;ok')).body).toMatch(/9 March 2026.*value="propose"/s)
})

test('whose session has ended meanwhile signs in elsewhere, and sends again what was typed', async () => {
  const typed = { act: 'propose', plant: 'Sala "Norte"', seen: '1' }
  for (const path of ['/register/new', '/confirm']) {
    const fields = path === '/confirm' ? { ...signed(ana, { act: 'propose' }), ...typed } : typed
    const { statusCode, body } = await post(path, fields, { cookie: 'office=ended' })
    expect(statusCode).toBe(403)
    for (const part of [words.wrong.signed_out, `action="${path}"`, 'value="Sala &quot;Norte&quot;"'])
      expect(body).toContain(part)
  }
})

test('the texts are for who is signed in, from the office’s own page, and end for who is removed', async () => {
  await using fixture = new EditorFixture()
  const preview = async (address: string) => (address === '/en/home' ? '<img src="/assets/a.svg">' : undefined)
  const parts = { editor: await fixture.open(), preview, files: new Map([['/', '<!doctype html>The editor']]) }
  const isOpened = Promise.withResolvers<void>()
  const openers: OpenTexts[] = [
    () => Promise.reject(new Error("Cannot find package 'vite'")),
    async (mount) => {
      await isOpened.promise
      const texts = editorApp(parts, mount)
      await texts.ready()
      return texts
    },
  ]
  openTexts = (mount) => openers.shift()?.(mount) ?? expect.unreachable()
  const joan = await letIn(store, 'Joan')
  const cookie = await cookieOf(joan)
  const own = { cookie, host: new URL(origin).host, 'accept-language': 'en' }
  const get = (url: string, headers: object = own) => app.inject({ url, headers: headers as typeof own })
  const edit = (headers: object, payload: object = set(title, published, better)) =>
    app.inject({ method: 'POST', url: '/texts/api/edit', headers: { ...own, origin, ...headers }, payload })

  // Nothing of it is loaded before somebody comes; who comes is told to wait, or why it cannot be opened, which is tried again.
  const first = await get('/texts/')
  expect([first.headers.refresh, first.body.includes(words.texts.opening)]).toEqual(['3', true])
  const failed = await get('/texts/')
  expect([failed.statusCode, failed.headers.refresh]).toEqual([503, undefined])
  expect(failed.body).toContain('Cannot find package')
  expect((await get('/texts/')).body).toContain(words.texts.opening)
  isOpened.resolve()
  await expect.poll(async () => (await get('/texts/')).body).toBe('<!doctype html>The editor')
  expect((await get('/texts')).headers.location).toBe('/texts/')
  expect((await get('/texts/en/home')).body).toBe('<img src="/texts/assets/a.svg">')
  expect((await get('/texts/')).headers).toMatchObject({ 'x-robots-tag': 'noindex' })

  for (const path of ['/texts/', '/texts/en/home', '/texts/api/changes'])
    expect((await get(path, { ...own, cookie: 'office=x' })).headers.location).toBe('/sign-in?to=/texts/')
  expect((await get('/texts/en/home', { ...own, host: 'evil.example:3020' })).statusCode).toBe(403)
  expect((await edit({ cookie: '' })).headers.location).toBe('/sign-in?to=/texts/')
  for (const other of ['https://evil.example', 'null', '']) expect((await edit({ origin: other })).statusCode).toBe(403)
  expect((await edit({ 'content-type': 'text/plain' })).statusCode).toBe(415)
  expect(fixture.read(hero)).not.toContain(better)
  expect((await edit({})).json()).toMatchObject({ applied: true })

  // The name is that of who has signed in, whatever is sent.
  const payload = { author: 'Somebody else', summary: 'Home' }
  await app.inject({ method: 'POST', url: '/texts/api/publish', headers: { ...own, origin }, payload })
  expect(fixture.git('log', '-1', '--format=%an <%ae>').trim()).toBe('Joan <no-reply@localhost>')

  const address = await app.listen({ port: 0, host: 'localhost' })
  const stream = await fetch(`${address.replace(/\[.*\]|127\.0\.0\.1/, 'localhost')}/texts/api/changes`, {
    headers: own,
  })
  const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await events?.read())?.value).toContain('retry')
  expect((await get('/')).statusCode).toBe(200)
  await ana.decide({ entry: 'removed', person: joan.id })
  expect((await get('/')).headers.location).toBe('/sign-in')
  const ended = (async () => {
    while (!(await events?.read())?.done);
  })()
  await expect(ended).rejects.toThrow()
  expect((await edit({})).headers.location).toBe('/sign-in?to=/texts/')
})

test('what is not confirmed goes back to its form with what was typed, and to no other site', async () => {
  const cookie = await cookieOf(ana)
  const typed = { act: 'propose', plant: 'Sala Norte', oval: 'ES 10.12345/V' }
  const form = { change: 'yes', fields: JSON.stringify(typed), path: '/register/new' }
  const changed = await post('/confirm', form, { cookie })
  expect([changed.statusCode, changed.headers.location]).toEqual([307, '/register/new'])
  // As the browser sends it once more.
  const again = await post('/register/new', form, { cookie })
  expect([again.statusCode, again.body.includes('value="Sala Norte"')]).toEqual([200, true])
  for (const path of ['https://evil.example', '//evil.example', '/\\evil.example'])
    expect((await post('/confirm', { ...form, path }, { cookie })).headers.location).toMatch(/^\/[^/\\]/)
})

test('whoever agrees sees all that the certificate says', async () => {
  await ana.propose(granted({ from: '2026-01-01', holder: 'Empresa Titular, S.L.', oval: 'ES 10.77777/V' }))
  const body = await readAs(luis, '/')
  for (const fact of ['Empresa Titular, S.L.', 'ES 10.77777/V', '1 January 2026']) expect(body).toContain(fact)
})

test('the log says all of a decision, and why an entry was corrected', async () => {
  const [number, why] = [await newNumber(), 'Another certificate was meant.']
  const withdrawn = decided('withdrawn', number, '2026-01-02', { reason: 'administrative', batches: 'L-050' })
  const of = `${sequenceOf(await ana.decide(withdrawn))}.1`
  const correction = sequenceOf(await ana.propose({ entry: 'corrected', of, line: null, why }))
  for (const fact of ['L-050', why]) expect(await readAs(luis, '/log')).toContain(fact)
  expect(await readAs(luis, '/')).toContain(why)
  expect(await readAs(luis, `/register/${number}`)).toContain('L-050')
  // Who corrected, and who agreed, beside who decided.
  await luis.agree(correction)
  expect(await readAs(luis, `/register/${number}`)).toContain('does not count: Ana proposed, Luis agreed')
  expect(await readAs(luis, '/log')).toMatch(/Luis agreed to number \d+: Annul/)
})

test('of batches that were pasted together, those that take one are not called proposed; who proposed reads why one is declined', async () => {
  const number = await newNumber()
  const batch = (entry: 'accepted' | 'refused', batch: string) => ({ entry, number, batch, day: '2026-03-09' })
  const proposed = sequenceOf(
    await ana.propose(batch('accepted', 'L-1'), batch('refused', 'L-2'), batch('accepted', 'L-3')),
  )
  expect(await readAs(luis, '/log')).toContain('Ana proposed: Accept batch L-1')
  expect(await readAs(luis, '/log')).toContain('Ana: Reject batch L-2')
  // The button names how many.
  expect(await readAs(luis, '/')).toMatch(/>Agree: Accept batch L-1 [^<]*, and 1 more</)
  await luis.decline(proposed, 'Another batch.')
  expect(await readAs(ana, '/')).toContain('Another batch.')
  expect(await readAs(luis, '/')).not.toContain('Another batch.')
  // The public's page has its code, and nothing that the office does not serve.
  const page = await readAs(luis, `/public/${number}`)
  expect(page).toContain('src="data:image/svg+xml')
  expect(page.replace(/<head>.*<\/head>/s, '')).not.toMatch(/(src|href|action|data)="\/(?!\/)/)
})

test('until a decided end, a certificate can be suspended by one, and its page says when it ends', async () => {
  const number = await newNumber()
  await ana.decide(decided('ended', number, addDays(new Date().toISOString().slice(0, 10), 9)))
  const page = await readAs(ana, `/register/${number}`)
  for (const part of [`${words.fields.until}: `, 'value="suspended"']) expect(page).toContain(part)
  expect(page).toMatch(new RegExp(`· End ${number} from [^<]*20`))
  expect(page).not.toContain('value="withdrawn"')
  sequenceOf(await ana.decide(decided('suspended', number, '2026-01-02')))
})

// The last, because it closes the database.
test('while the database is away, nothing is recorded, and what was typed can be sent again', async () => {
  const cookie = await cookieOf(ana)
  await database.close()
  const answer = await post('/register/new', { act: 'propose', plant: 'Sala "Norte"' }, { cookie })
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('value="Sala &quot;Norte&quot;"')
})
