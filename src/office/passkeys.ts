import { createHmac, randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { minuteMs } from '../shared/durations.ts'
import type { Ledger, Person } from './ledger.ts'

/** How long a browser may take to answer a challenge. */
const challengeMs = 10 * minuteMs

/**
 * Signs people in with passkeys (Web Authentication, level 3): user verification, no passwords. What confirms an act has the act itself
 * for a challenge (src/office/signature.ts); these challenges are random and used once.
 */
export class Passkeys {
  readonly #origin: string
  readonly #rpID: string
  /** Of this process: a page that was opened before a restart is answered with a new one. */
  readonly #secret = randomBytes(32)
  /** The challenges that were answered rightly, until they end. */
  readonly #used = new Map<string, number>()

  constructor(origin: string) {
    this.#origin = origin
    this.#rpID = new URL(origin).hostname
  }

  /** What a browser needs to sign somebody in, whoever it is. */
  async signInOptions() {
    const challenge = this.#newChallenge()
    return generateAuthenticationOptions({ rpID: this.#rpID, challenge, userVerification: 'required' })
  }

  /** @returns who has signed in; nothing if nobody who may enter has */
  async signedIn(sent: unknown, { people }: Ledger): Promise<Person | undefined> {
    const response = sent as AuthenticationResponseJSON
    for (const person of people.values())
      for (const { credential: id, key } of person.devices) {
        if (id !== response?.id) continue
        const credential = { id, publicKey: Buffer.from(key, 'base64url'), counter: 0 }
        const { verified } = await verifyAuthenticationResponse({
          response,
          credential,
          expectedChallenge: this.#isOwn,
          expectedOrigin: this.#origin,
          expectedRPID: this.#rpID,
          requireUserVerification: true,
        }).catch(() => ({ verified: false }))
        return verified && this.#isFirstUse(challengeIn(response)) ? person : undefined
      }
    return undefined
  }

  /** What a browser needs to make a passkey for somebody. */
  async deviceOptions(person: Person, siteName: string) {
    return generateRegistrationOptions({
      challenge: this.#newChallenge(),
      rpName: siteName,
      rpID: this.#rpID,
      userName: person.name,
      userDisplayName: person.name,
      userID: Buffer.from(person.id),
      attestationType: 'none',
      // EdDSA, ES256, RS256: what is signed is verified for years, and others are experimental in Node.
      supportedAlgorithmIDs: [-8, -7, -257],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  /** @returns the device, which the person is to confirm; nothing if the response is not right */
  async readDevice(response: unknown) {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: this.#isOwn,
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpID,
      requireUserVerification: true,
    }).catch(() => ({ registrationInfo: undefined }))
    if (!registrationInfo) return undefined
    const { id, publicKey, transports = [] } = registrationInfo.credential
    const key = Buffer.from(publicKey).toString('base64url')
    return { credential: id, key, origin: this.#origin, transports: transports as string[] }
  }

  /** Random, with its end, and signed: nothing is stored of who only opens the page. */
  #newChallenge(): Uint8Array<ArrayBuffer> {
    const fresh = Buffer.alloc(24)
    fresh.writeUIntBE(Date.now() + challengeMs, 0, 6)
    randomFillSync(fresh, 6)
    return new Uint8Array(Buffer.concat([fresh, this.#sign(fresh)]))
  }

  /** Whether a challenge was given by this process, less than ten minutes ago. */
  #isOwn = (challenge: string): boolean => {
    const given = Buffer.from(challenge, 'base64url')
    const [fresh, signature] = [given.subarray(0, 24), given.subarray(24)]
    if (signature.length !== 32 || !timingSafeEqual(signature, this.#sign(fresh))) return false
    return fresh.readUIntBE(0, 6) > Date.now()
  }

  #isFirstUse(challenge: string): boolean {
    const now = Date.now()
    for (const [used, end] of this.#used) if (end < now) this.#used.delete(used)
    const isFirst = !this.#used.has(challenge)
    this.#used.set(challenge, now + challengeMs)
    return isFirst
  }

  #sign = (fresh: Buffer) => createHmac('sha256', this.#secret).update(fresh).digest()
}

/** The challenge that a verified response answers. */
const challengeIn = ({ response }: { response: { clientDataJSON: string } }): string =>
  JSON.parse(String(Buffer.from(response.clientDataJSON, 'base64url'))).challenge
