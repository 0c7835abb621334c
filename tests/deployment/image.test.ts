import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { specimenNumber } from '../../src/register/number.ts'
import { filled, sendJson } from '../messages/submissions.ts'
import { findImageTools } from '../support/programs.ts'
import { startServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The image of the Dockerfile, built by buildah and run in a chroot. No registry is asked for an image: the base is Debian, with
// the Node and the npm of this project.

const siteOrigin = 'https://www.example.org'
const { path: folder, remove } = temporaryFolder()
const tools = findImageTools()
const buildah = (...args: string[]) => {
  const storage = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')]
  return execFileSync(tools.buildah, [...storage, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
}

/** Kept from run to run: Debian's packages take longer than all the rest. */
function makeBase(): string {
  const base = resolve('node_modules/.cache/image-base')
  if (!existsSync(join(base, 'usr/local/bin/npm'))) {
    const include = '--include=ca-certificates,libatomic1'
    rmSync(base, { recursive: true, force: true })
    execFileSync(tools.debootstrap, ['--variant=minbase', include, 'stable', base], { stdio: 'ignore' })
    const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
    cpSync(dirname(dirname(realpathSync(npm))), join(base, 'usr/local/lib/node_modules/npm'), { recursive: true })
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'))
  }
  copyFileSync(process.execPath, join(base, 'usr/local/bin/node'))
  const container = buildah('from', 'scratch')
  buildah('copy', container, base, '/')
  // Where a proxy ends TLS, npm needs its certificate.
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env
  if (certificates) {
    buildah('copy', container, certificates, '/etc/extra.pem')
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/extra.pem', container)
  }
  return buildah('commit', container, 'base')
}

type Image = { root: string; entry: string[]; user: string; environment: string[] }
let image: Image

beforeAll(() => {
  const args = ['--build-arg', `BASE=${makeBase()}`, '--build-arg', `SITE_ORIGIN=${siteOrigin}`]
  const id = buildah('build', '--quiet', '--isolation', 'chroot', '--format', 'docker', ...args, '.')
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', id)).Docker
  const root = buildah('mount', buildah('from', id))
  image = { root, entry: config.Entrypoint, user: config.User, environment: config.Env }
  expect(config.Healthcheck.Test.slice(0, 2)).toEqual(['CMD', 'node'])
  expect(Object.keys(config.Volumes)).toEqual(['/data'])
})
afterAll(() => {
  buildah('umount', '--all')
  buildah('rm', '--all')
  remove()
})

/** Starts the image's own entry, as its own user, with its own environment. */
const start = () => {
  const { root, entry, user, environment } = image
  const within = ['chroot', `--userspec=${user}`, root, 'env', '-i', '--chdir=/site', ...environment, 'PORT=0']
  return startServer({ within, command: entry })
}

test('the image runs as an ordinary user, serves a page and a certificate, keeps a message across a restart, and stops at SIGTERM', async () => {
  expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  await using first = await start()
  expect(await (await fetch(`${first.origin}/en`)).text()).toContain(`<link rel="canonical" href="${siteOrigin}/en"`)
  await expect.poll(async () => (await fetch(`${first.origin}/readyz`)).status).toBe(200)
  expect((await sendJson(first.origin, filled)).status).toBe(201)
  expect((await fetch(`${first.origin}/c/${specimenNumber}.json`)).status).toBe(200)
  expect(await first.stop()).toBe(0)
  await using second = await start()
  await expect.poll(async () => (await fetch(`${second.origin}/readyz`)).json()).toMatchObject({ waiting: 1 })
  expect(await second.stop()).toBe(0)
})
