import { randomUUID } from 'node:crypto'
import { test as base, expect } from 'vitest'
import { editorApp } from '../../src/editor/server/serve-editor.ts'
import { makeOffice } from '../../src/office/serve-office.ts'
import { addDays } from '../../src/register/day.ts'
import { readSettings } from '../../src/settings.ts'
import { makePasskey } from '../support/authenticator.ts'
import { builtSite } from '../support/built-site.ts'
import { better, EditorFixture, hero, published, set, title } from '../support/editor-fixture.ts'
import { type Clerk, decided, grant, granted, letIn, sequenceOf } from '../support/office.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const origin = 'http://localhost:3020'
type Office = Awaited<ReturnType<typeof makeOffice>>

async function openOffice(openTexts?: Parameters<typeof makeOffice>[1]) {
  const folder = temporaryFolder()
  const office = await makeOffice(readSettings({ DATA_DIR: folder.path }), openTexts)
  return {
    ...office,
    async [Symbol.asyncDispose]() {
      await office.app.close()
      await office.database.close()
      folder.remove()
    },
  }
}

const test = base.extend<{ office: Office; ana: Clerk; luis: Clerk; number: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that are needed from the pattern.
  office: async ({}, use) => {
    await using office = await openOffice()
    await use(office)
  },
  ana: async ({ office }, use) => use(await letIn(office.store, 'Ana')),
  luis: async ({ office, ana: _ }, use) => use(await letIn(office.store, 'Luis')),
  /** Of a certificate in force. */
  number: async ({ office, ana, luis }, use) => use(await grant(office.store, ana, luis)),
})

/** Sends a form as a browser does. */
async function post(office: Office, url: string, fields: Record<string, string>, others: Record<string, string> = {}) {
  return office.app.inject({
    method: 'POST',
    url,
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en', ...others },
    payload: new URLSearchParams(fields).toString(),
  })
}

const cookieOf = async (office: Office, { id }: Clerk) => `office=${await office.sessions.begin(id)}`

/** What somebody reads on a page. */
async function readAs(office: Office, one: Clerk, url: string): Promise<string> {
  const headers = { cookie: await cookieOf(office, one), 'accept-language': 'en' }
  return (await office.app.inject({ url, headers })).body
}

/** What a passkey answers to an act that was prepared, as the page sends it. */
function signed(one: Clerk, act: object) {
  const { credential: id, ...response } = one.passkey.confirm(act as never)
  const passkey = JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  return { signed: JSON.stringify(act), passkey, path: '/', fields: '{}' }
}

test('who signs in is led to where the entrance was met, and to no other address', async ({ office, ana }) => {
  const led = async (query: string) => {
    const { body } = await office.app.inject({ url: '/sign-in' })
    const [, challenge = ''] = /challenge&quot;:&quot;([\w-]+)/.exec(body) ?? []
    const { credential: id, ...response } = ana.passkey.answer(challenge)
    const passkey = JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
    return (await post(office, `/sign-in${query}`, { passkey })).headers.location
  }
  expect(await led('?to=/texts/')).toBe('/texts/')
  for (const other of [
    '',
    '?to=/people',
    '?to=//evil.example/texts/',
    '?to=/texts/../..//evil.example',
    '?to=/texts/&to=/texts/',
  ])
    expect(await led(other), other).toBe('/')
})

test('a stranger changes nothing', async ({ office, ana, luis }) => {
  const sequence = sequenceOf(await ana.propose(granted({ from: '2026-01-01' })))
  const { acts } = await office.store.read()
  const answer = {
    act: 'agree',
    proposal: String(sequence),
    hash: acts[sequence - 1]?.hash ?? '',
    seen: String(sequence),
  }
  const count = acts.length
  const cookie = await cookieOf(office, ana)

  // Without a cookie, with one of a session that has ended, from another site, and from a page that was saved.
  expect((await post(office, '/', answer)).headers.location).toBe('/sign-in')
  expect((await post(office, '/', answer, { cookie: 'office=x' })).statusCode).toBe(403)
  for (const other of ['https://evil.example', 'null', `${origin}.evil.example`])
    expect((await post(office, '/', answer, { cookie, origin: other })).statusCode).toBe(403)
  // The proposer's own agreement, by hand: prepared by nobody, but signed.
  const own = { id: randomUUID(), person: ana.id, ...answer, proposal: sequence, seen: sequence, act: 'agree' }
  expect((await post(office, '/', answer, { cookie })).statusCode).toBe(422)
  expect((await post(office, '/confirm', signed(ana, own), { cookie })).statusCode).toBe(403)
  // Luis signs, and sends it in Ana's session.
  expect((await post(office, '/confirm', signed(luis, { ...own, person: luis.id }), { cookie })).statusCode).toBe(403)
  expect((await office.store.read()).acts).toHaveLength(count)
})

test('a form that was confirmed is recorded once, and what is signed is what was shown', async ({ office, ana }) => {
  const cookie = await cookieOf(office, ana)
  const prepared = await office.store.prepare({
    id: randomUUID(),
    person: ana.id,
    seen: (await office.store.read()).last.sequence,
    act: 'propose',
    entries: [granted({ from: '2026-01-01' })],
  })
  if (prepared.kind !== 'ready') return expect.unreachable(prepared.kind)
  const form = signed(ana, prepared.act)
  const other = JSON.stringify({ ...prepared.act, entries: [granted({ from: '2026-02-01', number: '26-0001-9' })] })
  expect((await post(office, '/confirm', { ...form, signed: other }, { cookie })).statusCode).toBe(403)
  const first = await post(office, '/confirm', form, { cookie })
  expect(first.headers.location).toMatch(/done=\d+/)
  expect((await post(office, '/confirm', form, { cookie })).headers.location).toBe(first.headers.location)
})

test('a removed person’s session ends at once, and a link is used once', async ({ office, ana, luis }) => {
  const cookie = await cookieOf(office, luis)
  const get = (url: string) => office.app.inject({ url, headers: { cookie, 'accept-language': 'en' } })
  expect((await get('/')).statusCode).toBe(200)
  await ana.decide({ entry: 'removed', person: luis.id })
  expect((await get('/')).headers.location).toBe('/sign-in')
  const secret = (await office.store.letIn('Eva')) ?? ''
  const invitation = `/invitation/${secret}`
  expect((await get(invitation)).statusCode).toBe(200)
  const eva = makePasskey()
  const { people } = await office.store.read()
  const id = [...people.values()].find(({ name }) => name === 'Eva')?.id ?? ''
  const seen = (await office.store.read()).last.sequence
  const entries = [{ entry: 'device' as const, person: id, ...eva.device }]
  const act = { id: randomUUID(), person: id, seen, act: 'decide' as const, entries }
  const form = { ...signed({ id, passkey: eva } as Clerk, act), invitation: secret }
  expect((await post(office, '/confirm', form)).headers['set-cookie']).toMatch(/^office=.*HttpOnly; SameSite=Strict/)
  expect((await get(invitation)).statusCode).toBe(410)
})

test('what is wrong is said at its field, and nothing that was typed is lost', async ({
  office,
  ana,
  luis,
  number,
}) => {
  const { last } = await office.store.read()
  const cookie = await cookieOf(office, ana)
  const url = `/register/${number}`
  const wrong = await post(
    office,
    url,
    { act: 'suspended', day: '31/2/2026', batches: 'L-1', seen: String(last.sequence) },
    { cookie },
  )
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('aria-invalid="true"')
  expect(wrong.body).toContain('value="31/2/2026"')
  expect(wrong.body).toContain('value="L-1"')
  const mistyped = await post(office, url, { act: 'replaced', day: '2/3/2026', replaced_by: '26-0009-9' }, { cookie })
  expect(mistyped.body).toContain('26-0009-9')
  expect(mistyped.body).not.toContain('{{')
  // A colleague was quicker: it is said, with what is new.
  await luis.decide(decided('suspended', number, '2026-02-23'))
  const late = await post(office, url, { act: 'withdrawn', day: '2/3/2026', seen: String(last.sequence) }, { cookie })
  expect(late.statusCode).toBe(422)
  expect(late.body).toContain('Luis')
  expect(late.body).toContain('value="2/3/2026"')
})

test('pasted lines with a day that is none are said, not recorded', async ({ office, ana, number }) => {
  const { last } = await office.store.read()
  const url = `/register/${number}/batches`
  const cookie = await cookieOf(office, ana)
  const send = (act: string, lines: string, day = '') =>
    post(office, url, { act, lines, day, seen: String(last.sequence) }, { cookie })
  const wrong = await send('preview', 'A1;ok;31/2/2026')
  expect(wrong.statusCode).toBe(200)
  expect(wrong.body).toContain('data-wrong')
  expect(wrong.body).not.toContain('value="propose"')
  expect((await send('propose', 'A1;ok;31/2/2026')).statusCode).toBe(422)
  const right = await send('preview', 'A1;ok', '9/3/2026')
  expect(right.body).toContain('9 March 2026')
  expect(right.body).toContain('value="propose"')
})

test('while the database is away, nothing is recorded, and what was typed can be sent again', async ({
  office,
  ana,
}) => {
  const cookie = await cookieOf(office, ana)
  await office.database.close()
  const answer = await post(office, '/register/new', { act: 'propose', plant: 'Sala "Norte"' }, { cookie })
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('value="Sala &quot;Norte&quot;"')
})

test('whose session has ended meanwhile signs in elsewhere, and sends again what was typed', async ({
  office,
  ana,
}) => {
  const typed = { act: 'propose', plant: 'Sala "Norte"', seen: '1' }
  for (const path of ['/register/new', '/confirm']) {
    const fields = path === '/confirm' ? { ...signed(ana, { act: 'propose' }), ...typed } : typed
    const answer = await post(office, path, fields, { cookie: 'office=ended' })
    expect([answer.statusCode, answer.body.includes(builtSite.office.en.wrong.signed_out)]).toEqual([403, true])
    expect(answer.body).toContain(`action="${path}"`)
    expect(answer.body).toContain('value="Sala &quot;Norte&quot;"')
  }
})

test('the texts are for who is signed in, from the office’s own page, and end for who is removed', async () => {
  await using fixture = new EditorFixture()
  const preview = async (address: string) => (address === '/en/home' ? '<img src="/assets/a.svg">' : undefined)
  const parts = { editor: await fixture.open(), preview, files: new Map([['/', '<!doctype html>The editor']]) }
  const isOpened = Promise.withResolvers<void>()
  await using office = await openOffice(async (mount) => {
    await isOpened.promise
    const app = editorApp(parts, mount)
    await app.ready()
    return app
  })
  const [ana, luis] = [await letIn(office.store, 'Ana'), await letIn(office.store, 'Luis')]
  const cookie = await cookieOf(office, luis)
  const own = { cookie, host: new URL(origin).host, 'accept-language': 'en' }
  const get = (url: string, headers: object = own) => office.app.inject({ url, headers: headers as typeof own })
  const edit = (headers: object, payload: object = set(title, published, better)) =>
    office.app.inject({ method: 'POST', url: '/texts/api/edit', headers: { ...own, origin, ...headers }, payload })

  // Nothing of it is loaded before somebody comes; who comes is told to wait.
  const { texts } = builtSite.office.en
  const first = await get('/texts/')
  expect([first.headers.refresh, first.body.includes(texts.opening)]).toEqual(['3', true])
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
  const publication = { author: 'Somebody else', summary: 'Home' }
  await office.app.inject({
    ...{ method: 'POST', url: '/texts/api/publish', headers: { ...own, origin }, payload: publication },
  })
  expect(fixture.git('log', '-1', '--format=%an <%ae>').trim()).toBe('Luis <no-reply@localhost>')

  const address = await office.app.listen({ port: 0, host: 'localhost' })
  const stream = await fetch(`${address.replace(/\[.*\]|127\.0\.0\.1/, 'localhost')}/texts/api/changes`, {
    headers: own,
  })
  const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await events?.read())?.value).toContain('retry')
  await ana.decide({ entry: 'removed', person: luis.id })
  const ended = (async () => {
    while (!(await events?.read())?.done);
  })()
  await expect(ended).rejects.toThrow()
  expect((await edit({})).headers.location).toBe('/sign-in?to=/texts/')
})

test('where the texts cannot be opened, their page says why, and tries again', async () => {
  let tries = 0
  await using office = await openOffice(async () => {
    tries++
    throw new Error("Cannot find package 'vite'")
  })
  const cookie = await cookieOf(office, await letIn(office.store, 'Ana'))
  const headers = { cookie, host: new URL(origin).host, 'accept-language': 'en' }
  const get = () => office.app.inject({ url: '/texts/', headers })
  const { opening } = builtSite.office.en.texts
  expect((await get()).body).toContain(opening)
  const answer = await get()
  expect([answer.statusCode, answer.headers.refresh]).toEqual([503, undefined])
  expect(answer.body).toContain('Cannot find package')
  expect((await get()).body).toContain(opening)
  expect(tries).toBe(2)
})

test('what is not confirmed goes back to its form with what was typed, and to no other site', async ({
  office,
  ana,
}) => {
  const cookie = await cookieOf(office, ana)
  const typed = { act: 'propose', plant: 'Sala Norte', oval: 'ES 10.12345/V' }
  const form = { change: 'yes', fields: JSON.stringify(typed), path: '/register/new' }
  const changed = await post(office, '/confirm', form, { cookie })
  expect([changed.statusCode, changed.headers.location]).toEqual([307, '/register/new'])
  // As the browser sends it once more.
  const again = await post(office, '/register/new', form, { cookie })
  expect([again.statusCode, again.body.includes('value="Sala Norte"')]).toEqual([200, true])
  for (const path of ['https://evil.example', '//evil.example', '/\\evil.example'])
    expect((await post(office, '/confirm', { ...form, path }, { cookie })).headers.location).toMatch(/^\/[^/\\]/)
})

test('whoever agrees sees all that the certificate says', async ({ office, ana, luis }) => {
  await ana.propose(granted({ from: '2026-01-01', holder: 'Empresa Titular, S.L.', oval: 'ES 10.77777/V' }))
  const body = await readAs(office, luis, '/')
  for (const fact of ['Empresa Titular, S.L.', 'ES 10.77777/V', '1 January 2026']) expect(body).toContain(fact)
})

test('the log says all of a decision, and why an entry was corrected', async ({ office, ana, luis, number }) => {
  const why = 'Another certificate was meant.'
  const withdrawn = decided('withdrawn', number, '2026-01-02', { reason: 'administrative', batches: 'L-050' })
  const of = `${sequenceOf(await ana.decide(withdrawn))}.1`
  await ana.propose({ entry: 'corrected', of, line: null, why })
  const read = (url: string) => readAs(office, luis, url)
  for (const fact of ['L-050', why]) expect(await read('/log')).toContain(fact)
  expect(await read('/')).toContain(why)
  expect(await read(`/register/${number}`)).toContain('L-050')
  // Who corrected, and who agreed, beside who decided.
  await luis.agree((await office.store.read()).last.sequence)
  expect(await read(`/register/${number}`)).toContain('does not count: Ana proposed, Luis agreed')
  expect(await read('/log')).toMatch(/Luis agreed to number \d+: Annul/)
})

test('of batches that were pasted together, those that take one are not called proposed', async ({
  office,
  ana,
  luis,
  number,
}) => {
  const batch = (entry: 'accepted' | 'refused', batch: string) => ({ entry, number, batch, day: '2026-03-09' })
  await ana.propose(batch('accepted', 'L-1'), batch('refused', 'L-2'), batch('accepted', 'L-3'))
  const read = (url: string) => readAs(office, luis, url)
  expect(await read('/log')).toContain('Ana proposed: Accept batch L-1')
  expect(await read('/log')).toContain('Ana: Reject batch L-2')
  // The button names how many.
  expect(await read('/')).toMatch(/>Agree: Accept batch L-1 [^<]*, and 1 more</)
  // The public's page has its code, and nothing that the office does not serve.
  const page = await read(`/public/${number}`)
  expect(page).toContain('src="data:image/svg+xml')
  expect(page.replace(/<head>.*<\/head>/s, '')).not.toMatch(/(src|href|action|data)="\/(?!\/)/)
})

test('until a decided end, a certificate can be suspended by one, and its page says when it ends', async ({
  office,
  ana,
  number,
}) => {
  const day = addDays(new Date().toISOString().slice(0, 10), 9)
  const read = () => readAs(office, ana, `/register/${number}`)
  await ana.decide(decided('ended', number, day))
  expect(await read()).toContain(`${builtSite.office.en.fields.until}: `)
  expect(await read()).toMatch(new RegExp(`· End ${number} from [^<]*20`))
  expect(await read()).toContain('value="suspended"')
  expect(await read()).not.toContain('value="withdrawn"')
  await ana.decide(decided('suspended', number, '2026-01-02'))
  expect((await office.store.read()).register.byNumber.get(number)?.decisions).toHaveLength(2)
})

test('who proposed something reads why a colleague has declined it', async ({ office, ana, luis, number }) => {
  const sequence = sequenceOf(await ana.propose({ entry: 'accepted', number, batch: 'L-1', day: '2026-01-05' }))
  await luis.decline(sequence, 'Another batch.')
  expect(await readAs(office, ana, '/')).toContain('Another batch.')
  expect(await readAs(office, luis, '/')).not.toContain('Another batch.')
})
