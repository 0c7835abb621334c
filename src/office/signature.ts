import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { type Act, type Assertion, challengeOf } from '../register/acts.ts'

/** What is stored of a browser's response. */
export const assertionOf = ({ id, response }: AuthenticationResponseJSON): Assertion => ({
  credential: id,
  authenticatorData: response.authenticatorData,
  clientDataJSON: response.clientDataJSON,
  signature: response.signature,
})

/** Whether somebody confirmed this very act with this passkey, by a finger, a face or a code. */
export async function isSignedBy(
  { credential, key, origin }: { credential: string; key: string; origin: string },
  act: Act,
  { credential: id, ...response }: Assertion,
): Promise<boolean> {
  if (id !== credential) return false
  // Loaded only if it is used: it takes a second.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verifying = verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challengeOf(act),
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    // An act is recorded once, so that a counter would add nothing; passkeys that are on several devices have none.
    credential: { id, publicKey: Buffer.from(key, 'base64url'), counter: 0 },
    requireUserVerification: true,
  })
  return verifying.then(
    ({ verified }) => verified,
    () => false,
  )
}
