import { isLoopback } from '../loopback.ts'

/**
 * How every connection to the mail server is made, for sending and for asking whether one could: nodemailer's options.
 * @param smtpUrl the setting SMTP_URL
 */
export function smtpConnection(smtpUrl: string) {
  const { protocol, username, hostname } = new URL(smtpUrl)
  const isLocal = isLoopback(hostname)
  return {
    url: smtpUrl,
    // A password never travels in the clear, except to this very machine.
    requireTLS: protocol === 'smtp:' && username !== '' && !isLocal,
    // A mail server on the same machine often has a certificate that it signed itself.
    tls: { rejectUnauthorized: !isLocal },
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
