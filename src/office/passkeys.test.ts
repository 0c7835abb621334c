import { afterEach, expect, test, vi } from 'vitest'
import { makePasskey } from '../../tests/support/authenticator.ts'
import { minuteMs } from '../shared/durations.ts'
import { Ledger } from './ledger.ts'
import { Passkeys } from './passkeys.ts'

const origin = 'http://localhost:3020'
const passkey = makePasskey(origin)
const ledger = new Ledger([])
const ana = { id: 'ana', name: 'Ana', since: 0, isInvited: false, isRemoved: false }
ledger.people.set(ana.id, { ...ana, devices: [{ ...passkey.device, since: 0 }] })

/** What a browser sends when the passkey has answered. */
function answered(challenge: string, flags?: number) {
  const { credential: id, ...response } = passkey.answer(challenge, flags)
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
}

afterEach(() => void vi.useRealTimers())

test('a challenge signs its person in once, for ten minutes, where it was given', async () => {
  vi.useFakeTimers()
  const passkeys = new Passkeys(origin)
  const { challenge } = await passkeys.signInOptions()
  expect(await new Passkeys(origin).signedIn(answered(challenge), ledger)).toBeUndefined()
  expect(await passkeys.signedIn(answered('AAAA'), ledger)).toBeUndefined()
  // Without a finger, a face or a code.
  expect(await passkeys.signedIn(answered(challenge, 0x01), ledger)).toBeUndefined()
  expect(await passkeys.signedIn(answered(challenge), ledger)).toMatchObject(ana)
  expect(await passkeys.signedIn(answered(challenge), ledger)).toBeUndefined()
  const { challenge: late } = await passkeys.signInOptions()
  vi.setSystemTime(Date.now() + 10 * minuteMs)
  expect(await passkeys.signedIn(answered(late), ledger)).toBeUndefined()
})
