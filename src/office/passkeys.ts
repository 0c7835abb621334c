import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Database } from '../database/database.ts'
import { minuteMs } from '../shared/durations.ts'
import type { Ledger, Person } from './ledger.ts'

/** How long a browser may take to answer a challenge. */
const challengeMs = 10 * minuteMs

/**
 * Signs people in with passkeys (Web Authentication, level 3): user verification, no passwords. What confirms an act has the act itself
 * for a challenge (src/office/signature.ts); these challenges are random and used once.
 */
export class Passkeys {
  readonly #database: Database
  readonly #origin: string
  readonly #rpID: string

  constructor(database: Database, origin: string) {
    this.#database = database
    this.#origin = origin
    this.#rpID = new URL(origin).hostname
  }

  /** What a browser needs to sign somebody in, whoever it is. */
  async signInOptions() {
    const options = await generateAuthenticationOptions({ rpID: this.#rpID, userVerification: 'required' })
    await this.#give(options.challenge)
    return options
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
          expectedChallenge: this.#take,
          expectedOrigin: this.#origin,
          expectedRPID: this.#rpID,
          requireUserVerification: true,
        }).catch(() => ({ verified: false }))
        return verified ? person : undefined
      }
    return undefined
  }

  /** What a browser needs to make a passkey for somebody. */
  async deviceOptions(person: Person, siteName: string) {
    const options = await generateRegistrationOptions({
      rpName: siteName,
      rpID: this.#rpID,
      userName: person.name,
      userDisplayName: person.name,
      userID: Buffer.from(person.id),
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await this.#give(options.challenge)
    return options
  }

  /** @returns the device, which the person is to confirm; nothing if the response is not right */
  async readDevice(response: unknown) {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: this.#take,
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpID,
      requireUserVerification: true,
    }).catch(() => ({ registrationInfo: undefined }))
    if (!registrationInfo) return undefined
    const { id, publicKey, transports = [] } = registrationInfo.credential
    const key = Buffer.from(publicKey).toString('base64url')
    return { credential: id, key, origin: this.#origin, transports: transports as string[] }
  }

  #give(challenge: string): Promise<void> {
    return this.#database.transaction(async (query, now) => {
      await query('DELETE FROM office_challenges WHERE expires_at <= $1', [now])
      const sql = 'INSERT INTO office_challenges (challenge, expires_at) VALUES ($1, $2)'
      await query(sql, [challenge, now + challengeMs])
    })
  }

  /** Whether a challenge was given, and not used before. */
  #take = (challenge: string): Promise<boolean> =>
    this.#database.transaction(async (query, now) => {
      const sql = 'DELETE FROM office_challenges WHERE challenge = $1 AND expires_at > $2 RETURNING challenge'
      return (await query(sql, [challenge, now])).length > 0
    })
}
