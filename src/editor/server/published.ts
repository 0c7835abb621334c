import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeAtomically } from './atomic-file.ts'
import { filesBelow } from './drafts.ts'

/** The state of content/ that was last published: the last commit, or a copy where the folder is in no git repository. */
export class Published {
  readonly #content: string
  readonly #copy: string
  readonly hasGit: boolean
  /** The name that commits of this folder bear, to be offered to who edits. */
  readonly author: string
  #commit = ''
  #files = new Map<string, string>()

  /** @param content the folder content/ @param drafts where a copy is kept when there is no git */
  constructor(content: string, drafts: string) {
    this.#content = content
    this.#copy = join(drafts, 'published')
    this.hasGit = this.#git(['ls-files', '--error-unmatch', '.']) !== undefined && this.#head() !== ''
    this.author = (this.hasGit && this.#git(['config', 'user.name'])?.trim()) || ''
    if (!this.hasGit && !existsSync(this.#copy)) this.#keepCopy()
  }

  /** Every file that was published, below content/. */
  get files(): Map<string, string> {
    if (!this.hasGit)
      return new Map(filesBelow(this.#copy).map((file) => [file, readFileSync(join(this.#copy, file), 'utf8')]))
    const commit = this.#head()
    if (commit !== this.#commit) {
      const names = (this.#git(['ls-tree', '-r', '-z', '--name-only', 'HEAD', '.']) ?? '')
        .split('\0')
        .filter((name) => name.endsWith('.yml'))
      // One call of git for all files, each after a random line that no text holds.
      const line = randomUUID()
      const texts = this.#git(['cat-file', `--batch=${line}`], names.map((name) => `HEAD:./${name}\n`).join(''))
      const [, ...parts] = texts?.split(`${line}\n`) ?? []
      this.#files = new Map(names.map((name, index) => [name, parts[index]?.slice(0, -1) ?? '']))
      this.#commit = commit
    }
    return this.#files
  }

  /**
   * Records that files of content/ are published now, under a name: as a commit, or in the copy.
   * @throws Error with what git said
   */
  record(files: string[], author: string, summary: string): void {
    if (!this.hasGit) {
      this.#keepCopy()
      return
    }
    const email = this.#git(['config', 'user.email'])?.trim() || 'editor@localhost'
    const identity = ['-c', `user.name=${author}`, '-c', `user.email=${email}`]
    const run = (args: string[]) =>
      execFileSync('git', [...identity, ...args], {
        cwd: this.#content,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    try {
      run(['add', '--all', '--', ...files])
      // Nothing but these, whatever else somebody is preparing in this folder.
      run(['commit', '--quiet', '--only', `--author=${author} <${email}>`, '-m', summary, '--', ...files])
    } catch (error) {
      throw new Error(String((error as { stderr?: string }).stderr || (error as Error).message).trim())
    }
  }

  #head = () => this.#git(['rev-parse', '--verify', '--quiet', 'HEAD'])?.trim() ?? ''

  #git(args: string[], input = ''): string | undefined {
    try {
      return execFileSync('git', args, {
        cwd: this.#content,
        encoding: 'utf8',
        input,
        stdio: ['pipe', 'pipe', 'ignore'],
        maxBuffer: 64 * 1024 * 1024,
      })
    } catch {
      return undefined
    }
  }

  #keepCopy(): void {
    const files = filesBelow(this.#content)
    for (const file of files) writeAtomically(join(this.#copy, file), readFileSync(join(this.#content, file)))
    for (const file of filesBelow(this.#copy))
      if (!files.includes(file)) writeAtomically(join(this.#copy, file), undefined)
  }
}

/** Runs the command of EDIT_PUBLISH. @returns what it said when it failed, or nothing */
export function runPublishCommand(command: string, content: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: dirname(content), shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said = (said + part).slice(-2000)))
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? undefined : said.trim() || `${command}: ${code}`))
  })
}
