import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { valueAt } from '../../src/content/text-tree.ts'
import type { Edit, EditorState } from '../../src/editor/api.ts'
import { fileOf, pathOf } from '../../src/editor/content-paths.ts'
import { parseSource } from '../../src/editor/server/content-files.ts'
import { type Editor, openEditor } from '../../src/editor/server/editor.ts'
import type { Site } from '../../src/editor/server/release.ts'
import { withChange } from '../../src/editor/state-change.ts'
import type { Problem } from '../../src/shared/problem.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const hero = 'texts/es/hero.yml'
export const title = `${hero}#title`
export const published = 'Organismo independiente de control y certificación de productos Halal'
export const better = 'Organismo independiente que controla y certifica productos Halal'
const partners = `partners:
  - { country: PL, role: slaughterhouse, name: !placeholder "" }
  - { country: FR, role: cutting_plant, name: !placeholder "" }
`

const git = (cwd: string, ...args: string[]) => {
  const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org']
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' })
}

/** What of the content a fixture has: facts, lists, the texts of two pages, and a drawing. */
const files = ['*.yml', 'texts/*/{hero,bienestar_animal}.yml', 'pictures/{rest.svg,palette.css}']

let made = ''
/** The repository of which fixtures are copies: git takes longer to make one than to copy its files. */
function original(): string {
  if (made) return made
  const { path, remove } = temporaryFolder()
  made = path
  process.once('exit', remove)
  for (const file of globSync(files, { cwd: 'content' })) cpSync(join('content', file), join(path, 'content', file))
  // A fixed title and fixed partners, whatever somebody has written.
  replaceIn(join(path, 'content', hero), /^title: .*$/m, `title: ${published}`)
  replaceIn(join(path, 'content/organisation.yml'), /^partners:\n(?: .*\n)+/m, partners)
  git(path, 'init', '--quiet', '--initial-branch=main', '--template=')
  // Git would look after each commit whether there is something to tidy up.
  git(path, 'config', 'maintenance.auto', 'false')
  git(path, 'add', '.')
  git(path, 'commit', '--quiet', '-m', 'Begin')
  return path
}

function replaceIn(path: string, from: RegExp, to: string): void {
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, to))
}

/** A copy of the content in a repository of its own, for an editor to work on. */
export class EditorFixture {
  readonly #folder = temporaryFolder()
  readonly root = this.#folder.path
  readonly content = join(this.root, 'content')
  readonly #opened: Editor[] = []
  /** The problems in the content. */
  problems: Problem[] = []

  /** @param from the repository of which it is a copy */
  constructor({ hasGit = true, from = '' } = {}) {
    if (from) {
      this.git('clone', '--quiet', from, '.')
      return
    }
    cpSync(original(), this.root, { recursive: true })
    if (!hasGit) rmSync(join(this.root, '.git'), { recursive: true })
  }

  git = (...args: string[]) => git(this.root, ...args)

  async open(publishCommand?: string, site?: Site): Promise<Editor> {
    const published = join(this.root, '.git/published')
    const check = async () => this.problems
    const editor = await openEditor({ content: this.content, published, check, publishCommand, site })
    this.#opened.push(editor)
    return editor
  }

  read = (file: string) => readFileSync(join(this.content, file), 'utf8')

  /** A value of the files. */
  value = (name: string) => valueAt(parseSource(fileOf(name), this.read(fileOf(name)))?.tree, pathOf(name)) ?? null

  /** A change of a file by somebody else. */
  change = (file: string, from: RegExp, to: string) => replaceIn(join(this.content, file), from, to)

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#opened.map((editor) => editor.close()))
    this.#folder.remove()
  }
}

const empty = { now: {}, published: {} } as unknown as EditorState
const states = new WeakMap<Editor, EditorState>()

/** The whole state, as a page has it that is opened when this is asked for the first time. */
export function stateOf(editor: Editor): EditorState {
  if (!states.has(editor))
    editor.follow((change) => states.set(editor, withChange(states.get(editor) ?? empty, change)))
  return states.get(editor) ?? empty
}

/** The names of the files that differ from the last commit. */
export const changedFiles = ({ published }: Pick<EditorState, 'published'>) => Object.keys(published)

export const set = (name: string, was: Edit['was'], value: Edit['value']): Edit => ({ name, was, value })

/** @returns which of the edits are done */
export async function editEach(editor: Editor, edits: Edit[]): Promise<boolean[]> {
  const done: boolean[] = []
  for (const edit of edits) done.push((await editor.edit(edit)).applied)
  return done
}
