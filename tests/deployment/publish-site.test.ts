import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { unprivilegedAccount } from '../support/unprivileged-account.ts'

const systemd = '/usr/lib/systemd/systemd'
/** Only root can give it a system of its own, and not in every container. */
const canRun = existsSync(systemd) && spawnSync('unshare', ['--mount', 'true']).status === 0

/** This system's files with other units, accounts and programs over them, for a systemd that takes itself for the machine's. */
const boot = `
  mount --make-rprivate /
  mount --types tmpfs tmpfs over && mkdir over/upper over/work
  mount --types overlay overlay --options lowerdir=/,upperdir=over/upper,workdir=over/work root
  cp npm root/usr/local/bin/npm
  cd root
  mount --types proc proc proc && mount --rbind /sys sys && mount --rbind /dev dev && mount --types tmpfs tmpfs run
  mount --bind ../srv srv && mkdir --parents var/lib/site && mount --bind ../state var/lib/site
  cp --recursive ../units run/units
  export container=other SYSTEMD_UNIT_PATH=/run/units
  exec chroot . ${systemd} --system --unit=test.target --log-target=null`

const stubs = {
  'test.target': '[Unit]\nDefaultDependencies=no\nWants=publish-site.path nginx.service',
  // What every unit requires, without the rest of a machine.
  'sysinit.target': '[Unit]',
  'basic.target': '[Unit]',
  'site-server@.service': `[Service]
    Type=exec
    ExecStart=/bin/sh -c 'cat /srv/site/built >> /srv/served; exec sleep infinity'`,
  'nginx.service': `[Service]
    Type=exec
    ExecStart=/bin/sleep infinity
    ExecReload=/bin/sh -c 'echo >> /srv/reloads'`,
  'site-alarm@.service': `[Service]
    Type=oneshot
    ExecStart=/bin/sh -c 'echo %i >> /srv/alarms'`,
}

/** A build that waits as long as it is told to, and kills who runs it if it is told that. */
const npm = `#!/bin/sh -e
echo begun >> /srv/builds
while [ -e /srv/wait ]; do sleep 0.05; done
[ "$(cat text)" != kill ] || kill -KILL $PPID
[ "$(cat text)" != broken ]
cp text built`

/** A machine on which a site was set up as docs/operating.md says, before its office has published anything. */
async function startMachine() {
  const folder = temporaryFolder()
  const at = (...names: string[]) => join(folder.path, ...names)
  for (const name of ['over', 'root', 'state', 'srv']) mkdirSync(at(name), { recursive: true })
  for (const kind of ['path', 'service'])
    cpSync(`deploy/systemd/publish-site.${kind}`, at(`units/publish-site.${kind}`))
  for (const [name, unit] of Object.entries(stubs)) writeFileSync(at('units', name), unit)
  const service = at('units/publish-site.service')
  writeFileSync(service, readFileSync(service, 'utf8').replace(/^User=.*/m, 'User=nobody'))
  writeFileSync(at('npm'), npm, { mode: 0o755 })
  chmodSync(folder.path, 0o755)
  chmodSync(at('srv'), 0o777)
  const asBuilder = {
    ...unprivilegedAccount(),
    env: { ...process.env, HOME: folder.path },
    cwd: at('srv'),
    stdio: 'pipe',
  } as const
  const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org']
  const git = (...args: string[]) => execFileSync('git', [...identity, '-C', 'repository', ...args], asBuilder)
  /** Commits a text, and says so as EDIT_PUBLISH does. */
  const publish = (text: string) => {
    writeFileSync(at('srv/repository/text'), text)
    git('add', '.')
    git('commit', '--quiet', '--message', text)
    writeFileSync(at('state/publish'), text)
  }
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', 'repository'], asBuilder)
  publish('before')
  rmSync(at('state/publish'))
  const setUp = `git clone --quiet repository site.1
    sed --in-place 's#${at('srv')}#/srv#' site.1/.git/config
    touch site.1/.env site.1/built
    cp --archive site.1 site.2
    ln --symbolic site.1 site`
  execFileSync('sh', ['-ec', setUp], asBuilder)
  const options = ['--kill-child', '--pid', '--mount', '--uts', '--ipc', '--fork', 'sh', '-ec', boot]
  const machine = spawn('unshare', options, { cwd: folder.path, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(machine, 'exit')
  const read = (name: string) => (existsSync(at('srv', name)) ? readFileSync(at('srv', name), 'utf8') : '')
  return {
    publish,
    read,
    online: () => readlinkSync(at('srv/site')),
    hold: () => writeFileSync(at('srv/wait'), ''),
    goOn: () => rmSync(at('srv/wait')),
    async [Symbol.asyncDispose]() {
      machine.kill('SIGKILL')
      await exited
      folder.remove()
    },
  }
}

test.runIf(canRun)(
  'what the office publishes is built beside what is served, which a build that fails or is killed leaves as it was',
  async () => {
    await using machine = await startMachine()
    const { publish, read, online, hold, goOn } = machine
    hold()
    publish('one\n')
    await expect.poll(() => read('builds')).toBe('begun\n')
    expect([online(), read('served')]).toEqual(['site.1', ''])
    // While that is built, somebody else publishes.
    publish('two\n')
    goOn()
    await expect.poll(() => read('served')).toBe('one\ntwo\n')
    await expect.poll(() => read('reloads')).toBe('\n\n')
    for (const [count, fault] of ['broken', 'kill'].entries()) {
      publish(fault)
      await expect.poll(() => read('alarms')).toBe('publish-site.service\n'.repeat(count + 1))
      expect([online(), read('site/built')]).toEqual(['site.1', 'two\n'])
    }
    publish('three\n')
    await expect.poll(() => read('served')).toBe('one\ntwo\nthree\n')
    expect([online(), read('site/built')]).toEqual(['site.2', 'three\n'])
  },
)
