import { randomUUID } from 'node:crypto'
import { test as base, expect } from 'vitest'
import { makeOffice } from '../../src/office/serve-office.ts'
import { readSettings } from '../../src/settings.ts'
import { makePasskey } from '../support/authenticator.ts'
import { type Clerk, decided, granted, letIn } from '../support/office.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const origin = 'http://localhost:3020'
type Office = Awaited<ReturnType<typeof makeOffice>>

const test = base.extend<{ office: Office; ana: Clerk; luis: Clerk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that are needed from the pattern.
  office: async ({}, use) => {
    using folder = temporaryFolder()
    const office = await makeOffice(readSettings({ DATA_DIR: folder.path }))
    await use(office)
    await office.app.close()
    await office.database.close()
  },
  ana: async ({ office }, use) => use(await letIn(office.store, 'Ana')),
  luis: async ({ office, ana: _ }, use) => use(await letIn(office.store, 'Luis')),
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

/** What a passkey answers to an act that was prepared, as the page sends it. */
function signed(one: Clerk, act: object) {
  const { credential: id, ...response } = one.passkey.confirm(act as never)
  const passkey = JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  return { signed: JSON.stringify(act), passkey, path: '/', fields: '{}' }
}

test('a stranger changes nothing', async ({ office, ana, luis }) => {
  const proposed = await ana.propose(granted({ from: '2026-01-01' }))
  const sequence = proposed.kind === 'recorded' ? proposed.act.sequence : 0
  const { acts } = await office.store.read()
  const answer = {
    act: 'agree',
    proposal: String(sequence),
    hash: acts[sequence - 1]?.hash ?? '',
    seen: String(sequence),
  }
  const count = acts.length
  const cookie = await cookieOf(office, ana)

  // Without a cookie, with a wrong one, from another site, and from a page that was saved.
  for (const others of [{}, { cookie: 'office=x' }] as Record<string, string>[])
    expect((await post(office, '/', answer, others)).headers.location).toBe('/sign-in')
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

test('what is wrong is said at its field, and nothing that was typed is lost', async ({ office, ana, luis }) => {
  await luis.agree(
    await ana
      .propose(granted({ from: '2026-01-01' }))
      .then((result) => (result.kind === 'recorded' ? result.act.sequence : 0)),
  )
  const { register, last } = await office.store.read()
  const { number = '' } = register.certificates.at(-1) ?? {}
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
  // A colleague was quicker: it is said, with what is new.
  await luis.decide(decided('suspended', number, '2026-02-23'))
  const late = await post(office, url, { act: 'withdrawn', day: '2/3/2026', seen: String(last.sequence) }, { cookie })
  expect(late.statusCode).toBe(422)
  expect(late.body).toContain('Luis')
  expect(late.body).toContain('value="2/3/2026"')
})

test('pasted lines with a day that is none are said, not recorded', async ({ office, ana, luis }) => {
  const proposed = await ana.propose(granted({ from: '2026-01-01' }))
  if (proposed.kind === 'recorded') await luis.agree(proposed.act.sequence)
  const { register, last } = await office.store.read()
  const url = `/register/${register.certificates.at(-1)?.number}/batches`
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
