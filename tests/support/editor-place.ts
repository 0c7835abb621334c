import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Bundle } from '../../src/build/bundle.ts'
import { checkFiles } from '../../src/content/content.ts'
import { readFiles } from '../../src/content/read/content.ts'
import type { Edit, EditorState } from '../../src/editor/api.ts'
import { DraftComposer } from '../../src/editor/server/compose-drafts.ts'
import { type Composer, Editor } from '../../src/editor/server/editor.ts'
import { allPageKinds } from '../../src/shared/pages.ts'

// Journeys test the rendered pages; here no page needs a script or a style.
const linkedParts = globSync('content/texts/*/*.yml').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\]\(page:\w+#([^)]+)\)/g)].map(([, part]) => ` id="${part}"`),
)
const parts = linkedParts.join('')
const chunk = { script: '/none.js', style: '', imports: [] }
const bundle: Bundle = {
  bootstrap: '',
  entry: '',
  vendor: '',
  style: '',
  kinds: Object.fromEntries(allPageKinds.map((kind) => [kind, chunk])) as unknown as Bundle['kinds'],
  files: new Map(),
  renderPage: (_shell, page) => page.head.title + parts,
}

/** The site as the build makes it and checks it. */
export const building: Composer = new DraftComposer(bundle, { origin: 'http://127.0.0.1:3000', retentionDays: 365 })

/** The checks of the files, and no pages. */
export const checking: Composer = {
  compose: async (folder) => {
    const content = readFiles(folder)
    return { ...(await unchecked.compose(folder)), content, problems: checkFiles(content).problems }
  },
}

/** Neither checks nor pages, for tests of the files alone: composing the site takes a hundred times as long. */
export const unchecked: Composer = {
  compose: async () => ({ problems: [], content: undefined, files: new Map(), sectionsOf: new Map() }),
}

export const hero = 'texts/es/hero.yml'
export const title = `${hero}#title`

/** The content in a folder of its own, for an editor to work on. */
export class Place {
  readonly root = mkdtempSync(join(tmpdir(), 'editor-'))
  readonly content = join(this.root, 'content')
  constructor({ hasGit = true } = {}) {
    cpSync('content', this.content, { recursive: true })
    if (!hasGit) return
    this.git('init', '--quiet')
    this.git('add', '.')
    this.git('commit', '--quiet', '-m', 'Begin')
  }
  git(...args: string[]): string {
    const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org']
    return execFileSync('git', [...identity, ...args], { cwd: this.root, encoding: 'utf8' })
  }
  open({ composer = unchecked, publishCommand }: { composer?: Composer; publishCommand?: string } = {}): Editor {
    return new Editor({ content: this.content, drafts: join(this.root, 'drafts'), composer, publishCommand })
  }
  read = (file: string) => readFileSync(join(this.content, file), 'utf8')
  /** What somebody else does to a file meanwhile. */
  change(file: string, from: RegExp, to: string): void {
    const text = this.read(file)
    expect(text).toMatch(from)
    writeFileSync(join(this.content, file), text.replace(from, to))
  }
  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

export const valueIn = ({ files }: EditorState, name: string) =>
  files[name.split('#')[0] ?? '']?.fields.find((field) => field.name === name)
export const set = (name: string, value: string): Edit => ({ op: 'set', values: { [name]: value } })
export const fine = 'Organismo independiente que controla y certifica productos Halal'
