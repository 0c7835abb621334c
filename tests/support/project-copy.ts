import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The files that a build and a server need, and the last build, from which the next one continues. */
const parts = [
  'content',
  'dist',
  'migrations',
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** A copy of this project that a test may change and build, removed at the end. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'project-'))

  constructor() {
    for (const part of parts) cpSync(part, join(this.folder, part), { recursive: true })
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'), 'junction')
  }

  /** @throws Error when the words are not there */
  change(file: string, from: string, to: string): void {
    const path = join(this.folder, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not contain “${from}”.`)
    writeFileSync(path, text.replaceAll(from, to))
  }

  /** @throws Error with what the build said, when it fails */
  build(settings: Record<string, string> = {}): void {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/build.ts'], {
      cwd: this.folder,
      env: { PATH, NODE_COMPILE_CACHE, ...settings },
      encoding: 'utf8',
      // A build that does not end is killed: no limit of a test can end a synchronous call.
      timeout: 600_000,
      killSignal: 'SIGKILL',
    })
    if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`)
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
