import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The largest piece that a disk writes atomically, in bytes. */
const sectorSize = 512

type Folder = Map<string, Buffer | Folder>

export type Disk = Disposable & {
  /** The folder that the program writes to. It shows everything written, synced or not. */
  root: string
  /** The environment variables that a program needs to be started with, so that its writes are recorded. */
  environment: Record<string, string>
  /** Records everything in the root as synced. To be called before a program is started on it. */
  turnOn(): void
  /**
   * Cuts the power, after the program was killed: the root then contains what was synced.
   * @param survives asked for each sector written but not synced: whether it is kept, as a real disk may do
   */
  cutPower(survives: () => boolean): void
}

const compiler = process.env.CC ?? 'cc'
/** LD_PRELOAD is needed, which Linux has, and a C compiler for the library. */
export const canCutPower = process.platform === 'linux' && spawnSync(compiler, ['--version']).status === 0

/** @throws Error when the library cannot be compiled */
export function makeDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'power-loss-'))
  const [root, disk, library] = [join(folder, 'root'), join(folder, 'disk'), join(folder, 'synced-only.so')]
  const source = 'tests/messages/power-loss/synced-only.c'
  const { status, stderr } = spawnSync(
    compiler,
    ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source, '-ldl'],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${source} cannot be compiled:\n${stderr}`)
  mkdirSync(root)
  const synced = (key: string) => (readdirSync(disk).includes(key) ? readFileSync(join(disk, key)) : Buffer.alloc(0))

  /** A folder after the power cut: the names that were synced, and others that survive, each with its content. */
  function read(key: string, written: string, survives: () => boolean): Folder {
    const keys = new Map<string, string>()
    for (const name of readdirSync(written)) if (survives()) keys.set(name, keyOf(join(written, name)))
    for (const line of synced(key).toString('utf8').split('\n').filter(Boolean)) {
      const [childKey = ''] = line.split(' ')
      keys.set(line.slice(childKey.length + 1), childKey)
    }
    const content: Folder = new Map()
    for (const [name, childKey] of keys) {
      const path = join(written, name)
      const now = statSync(path, { throwIfNoEntry: false })
      const isThere = now !== undefined && keyOf(path) === childKey
      if (now?.isDirectory()) content.set(name, read(childKey, path, survives))
      else content.set(name, isThere ? mixed(synced(childKey), readFileSync(path), survives) : synced(childKey))
    }
    return content
  }

  function write(path: string, content: Folder): void {
    mkdirSync(path)
    for (const [name, part] of content) {
      if (part instanceof Map) write(join(path, name), part)
      else writeFileSync(join(path, name), part)
    }
  }

  return {
    root,
    environment: { LD_PRELOAD: library, POWER_ROOT: root, POWER_DISK: disk },
    turnOn() {
      rmSync(disk, { recursive: true, force: true })
      mkdirSync(disk)
      noteAll(root)
    },
    cutPower(survives) {
      const content = read(keyOf(root), root, survives)
      rmSync(root, { recursive: true })
      write(root, content)
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }

  function noteAll(path: string): void {
    const names = readdirSync(path, { withFileTypes: true })
    writeFileSync(join(disk, keyOf(path)), names.map(({ name }) => `${keyOf(join(path, name))} ${name}\n`).join(''))
    for (const entry of names) {
      const child = join(path, entry.name)
      if (entry.isDirectory()) noteAll(child)
      else writeFileSync(join(disk, keyOf(child)), readFileSync(child))
    }
  }
}

/** The same key as in synced-only.c: an inode alone may be used again for another file. */
function keyOf(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true })
  return `${ino}-${birthtimeNs / 1_000_000_000n}.${birthtimeNs % 1_000_000_000n}`
}

/** A file after the power cut: sectors that survive are as last written, the others as last synced. */
function mixed(synced: Buffer, written: Buffer, survives: () => boolean): Buffer {
  const result = Buffer.alloc(Math.max(synced.length, written.length))
  synced.copy(result)
  let length = synced.length
  for (let at = 0; at < written.length; at += sectorSize) {
    const sector = written.subarray(at, at + sectorSize)
    if (sector.equals(synced.subarray(at, at + sectorSize)) || !survives()) continue
    sector.copy(result, at)
    length = Math.max(length, at + sector.length)
  }
  return result.subarray(0, length)
}
