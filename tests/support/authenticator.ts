import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { type Act, type Assertion, challengeOf } from '../../src/register/acts.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** A passkey in memory, as an authenticator makes them (Web Authentication, level 3): ES256, with user verification. */
export function makePasskey(origin = 'http://localhost:3020') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // A COSE key in CBOR: kty EC2, alg ES256, crv P-256, x, y.
  const coordinate = (name: number, value: string) =>
    Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, 'base64url')])
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ])
  const credential = base64url(randomBytes(16))
  /** Answers a challenge, with the flags "user present" and "user verified". */
  const answer = (challenge: string, flags = 0x05): Assertion => {
    const clientData = JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false })
    const rpIdHash = sha256(new URL(origin).hostname)
    const authenticatorData = Buffer.concat([rpIdHash, Buffer.from([flags, 0, 0, 0, 0])])
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
    return {
      credential,
      authenticatorData: base64url(authenticatorData),
      clientDataJSON: base64url(clientData),
      signature: base64url(signature),
    }
  }
  const confirm = (act: Act, flags?: number) => answer(challengeOf(act), flags)
  return { answer, confirm, device: { credential, key: base64url(key), origin, transports: ['internal'] } }
}
