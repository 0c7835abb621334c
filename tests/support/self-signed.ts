import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Certificate = { certificate: string; key: string; pem: string }

/** Makes a certificate for two days that nobody vouches for. @returns the paths of both files, and the certificate itself */
export function makeCertificate(folder: string, name: string): Certificate {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const options = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name} -out ${certificate} -keyout ${key}`
  execFileSync('openssl', ['req', '-x509', ...options.split(' ')], { stdio: 'pipe' })
  // The test's server may run under another account, which must be able to read the key.
  chmodSync(key, 0o644)
  return { certificate, key, pem: readFileSync(certificate, 'utf8') }
}
