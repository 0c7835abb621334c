import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Certificate = { certificate: string; key: string; pem: string }

/**
 * Makes a certificate that nobody vouches for, with OpenSSL; where that is not there, Debian's package is installed.
 * @returns the paths of both files, and the certificate itself
 */
export function makeCertificate(folder: string, name: string): Certificate {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const make = () =>
    spawnSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name} -out ${certificate} -keyout ${key}`.split(
        ' ',
      ),
    ).status === 0
  if (!make()) {
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'openssl'], { stdio: 'inherit' })
    if (!make()) throw new Error('The tests need OpenSSL, and it could not be installed.')
  }
  // The server in the test has no rights of its own.
  chmodSync(key, 0o644)
  return { certificate, key, pem: readFileSync(certificate, 'utf8') }
}
