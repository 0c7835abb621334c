import type { RichText } from '../rich-text.ts'
import type { Certificate } from './certificate.ts'

/**
 * What the register's page shows: the certificates that contain the words of a search, or without one those that are suspended
 * or withdrawn; one certificate, with the address in its QR code; or why there is none.
 */
export type RegisterView =
  | { kind: 'list'; query: string; listed: Certificate[]; count: string; isCut: boolean; published: string }
  | { kind: 'certificate'; number: string; certificate: Certificate; address: string }
  | { kind: 'none'; number: string; advice: RichText }
