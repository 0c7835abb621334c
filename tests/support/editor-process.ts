import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startServer } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The files that a build and a server need, and the last build, from which the next one continues. */
const parts = [
  'content',
  'dist',
  'migrations',
  'scripts',
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** A copy of this project that a test may change and build, removed at the end. */
export function copyProject() {
  const folder = temporaryFolder()
  for (const part of parts) cpSync(part, join(folder.path, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder.path, 'node_modules'), 'junction')
  return folder
}

/** A copy of this project with its own git repository, of which the content is committed. @param prepare changes its content before */
export function startRepository(prepare = (_content: string) => {}) {
  const copy = copyProject()
  prepare(join(copy.path, 'content'))
  const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org']
  const git = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: copy.path, encoding: 'utf8' })
  git('init', '--quiet')
  git('add', 'content')
  git('commit', '--quiet', '-m', 'Begin')
  return Object.assign(copy, { git })
}

export type EditorProcess = Awaited<ReturnType<typeof startEditor>>

/** Starts the editor, on a copy of the project. @param prepare changes its content before */
export async function startEditor(prepare?: (content: string) => void) {
  const { path: folder, git, remove } = startRepository(prepare)
  const command = [process.execPath, join(folder, 'src/cli/edit.ts')]
  const server = await startServer({ folder, command, settings: { EDIT_PORT: '0' } })
  return {
    origin: server.origin,
    folder,
    git,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      remove()
    },
  }
}
