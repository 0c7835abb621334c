import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { findNginx } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { unprivilegedAccount } from '../support/unprivileged-account.ts'

export type Nginx = Awaited<ReturnType<typeof startNginx>>

/**
 * A real nginx with TLS and the configuration of deploy/nginx.conf, with only paths, ports and certificate replaced.
 * @param services the ports of the site's own servers
 * @throws Error with what nginx printed, when it does not start
 */
export async function startNginx(...services: number[]) {
  const { path: folder, remove } = temporaryFolder()
  const inFolder = (name: string) => join(folder, name)
  const [port, plainPort] = [await freePort(), await freePort()]
  const options = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${siteHost} -addext subjectAltName=DNS:${siteHost},DNS:${bareHost} -out ${inFolder('certificate.pem')} -keyout ${inFolder('key.pem')}`
  execFileSync('openssl', ['req', '-x509', ...options.split(' ')], { stdio: 'pipe' })
  cpSync('dist/nginx', inFolder('site'), { recursive: true })
  mkdirSync(inFolder('logs'))
  const [, major, minor = 0, patch = 0] = /(\d+)\.(\d+)\.(\d+)/.exec(nginxVersion()) ?? []
  const isOld = Number(major) === 1 && Number(minor) * 100 + Number(patch) < 2501
  const documented = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${port} ssl${isOld ? ' http2' : ''};`)
    .replaceAll('http2 on;', isOld ? '' : 'http2 on;')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/ssl_certificate .*;/g, `ssl_certificate ${inFolder('certificate.pem')};`)
    .replace(/ssl_certificate_key .*;/g, `ssl_certificate_key ${inFolder('key.pem')};`)
    .replaceAll('error_log /dev/null', 'error_log stderr')
    .replaceAll('/srv/site/dist/nginx', inFolder('site'))
    .replace(/server 127\.0\.0\.1:3000(.*)/, services.map((each) => `server 127.0.0.1:${each}$1`).join('\n'))
  const ownFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${inFolder(name)};`,
  )
  writeFileSync(
    inFolder('nginx.conf'),
    `daemon off; pid ${inFolder('pid')}; events {} http { access_log off; ${ownFolders.join(' ')}\n${documented} }`,
  )
  // Its account has access only to this folder.
  execFileSync('chmod', ['-R', 'a+rwX', folder])
  const child = spawn(findNginx(), ['-e', 'stderr', '-p', folder, '-c', inFolder('nginx.conf')], {
    ...unprivilegedAccount(),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  child.stderr.on('data', (part) => {
    output += part
  })
  const isListening = () => fetch(`http://127.0.0.1:${plainPort}`, { redirect: 'manual' }).then(Boolean, () => false)
  await expect.poll(async () => child.exitCode !== null || (await isListening())).toBe(true)
  if (child.exitCode !== null) throw new Error(`nginx did not start:\n${output}`)
  return {
    port,
    plainPort,
    /** The certificate that clients have to trust. */
    ca: readFileSync(inFolder('certificate.pem')),
    /** Its error log. */
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill()
      await exited
      remove()
    },
  }
}

/** nginx writes it to its standard error. */
const nginxVersion = () => spawnSync(findNginx(), ['-v'], { encoding: 'utf8' }).stderr

/** The name in the configuration that operators copy. */
export const siteHost = 'www.example.org'
export const bareHost = 'example.org'
