import type { RichText } from '../rich-text.ts'
import type { CertificateState } from './certificate.ts'

/** A certificate in a list. */
export type CertificateLine = { number: string; address: string; names: string; town: string; state: string }

/** What the register's page shows: itself, what a search found, one certificate, or why there is none. */
export type RegisterView =
  | { kind: 'overview'; published: string; listed: CertificateLine[]; more: string }
  | { kind: 'results'; query: string; count: string; more: string; found: CertificateLine[] }
  | {
      kind: 'certificate'
      state: CertificateState
      stateName: string
      /** What the state means, sentence by sentence. */
      sentences: string[]
      /** What the certificate says, label by label; a value that is another certificate's number leads to it. */
      details: { label: string; value: string; address?: string | undefined }[]
      proof: RichText
    }
  | { kind: 'none'; body: RichText }
