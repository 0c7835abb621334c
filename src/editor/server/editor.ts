import { existsSync, watch } from 'node:fs'
import type { Problem } from '../../content/problem.ts'
import type { Edit, EditorState, PublishAnswer } from '../api.ts'
import { applyEdit } from './apply-edit.ts'
import { findChanges } from './changes.ts'
import type { ComposedDrafts, DraftComposer } from './compose-drafts.ts'
import { Drafts } from './drafts.ts'
import { stateOfContent } from './editor-state.ts'
import { Published, runPublishCommand } from './published.ts'

/** What makes the site of the drafts in a folder. */
export type Composer = Pick<DraftComposer, 'compose'>

type EditorOptions = {
  /** The folder content/. */
  content: string
  /** Where drafts are kept, outside of what is published. */
  drafts: string
  composer: Composer
  /** The command that publishes what was committed. */
  publishCommand: string | undefined
}

/** The drafts, what they make of the site, and what becomes of them. One request at a time is at work here. */
export class Editor {
  readonly #drafts: Drafts
  readonly #published: Published
  readonly #options: EditorOptions
  readonly #watchers = new Set<() => void>()
  #revision = Date.now()
  #composed: { revision: number; site: Promise<ComposedDrafts> } | undefined
  #turn: Promise<unknown> = Promise.resolve()
  /** Where the pages are shown; known once their server listens. */
  previewOrigin = ''

  constructor(options: EditorOptions) {
    this.#options = options
    this.#drafts = new Drafts(options.content, options.drafts)
    this.#published = new Published(options.content, options.drafts)
    this.#drafts.follow()
  }

  /** Calls back when the drafts have changed by something else than an edit of the one who asks. */
  onChange(callBack: () => void): () => void {
    this.#watchers.add(callBack)
    return () => void this.#watchers.delete(callBack)
  }

  /** Watches what others do in content/. @returns what ends it */
  watch(): () => void {
    let timer: NodeJS.Timeout | undefined
    const watcher = watch(this.#options.content, { recursive: true }, () => {
      clearTimeout(timer)
      // A program that saves a file does so in several steps.
      timer = setTimeout(() => void this.#inTurn(async () => this.#follow()), 150)
    })
    return () => {
      clearTimeout(timer)
      watcher.close()
    }
  }

  state = (): Promise<EditorState> => this.#inTurn(async () => this.#state())

  /** @throws RangeError when the edit asks for what is not there */
  edit(edit: Edit): Promise<EditorState> {
    return this.#inTurn(async () => {
      this.#follow()
      try {
        applyEdit(edit, this.#drafts, this.#published.files)
      } finally {
        this.#changed()
      }
      return this.#state()
    })
  }

  site = (): Promise<ComposedDrafts> => {
    if (this.#composed?.revision !== this.#revision)
      this.#composed = { revision: this.#revision, site: this.#options.composer.compose(this.#drafts.folder) }
    return this.#composed.site
  }

  /** Publishes the drafts: writes them to content/, commits them, and runs the command that there is for it. */
  publish(author: string, summary: string): Promise<PublishAnswer> {
    return this.#inTurn(async (): Promise<PublishAnswer> => {
      let problems: Problem[]
      // What others change while it is checked is checked too.
      do problems = (await this.site()).problems
      while (this.#follow())
      if (problems.length > 0 || this.#drafts.conflicts.length > 0)
        return { kind: 'refused', state: await this.#state() }
      const files = findChanges(this.#drafts, this.#published.files)
      const failure = await this.#publishNow(files.length > 0, author, summary)
      this.#drafts.recordFailure(failure)
      this.#changed()
      const state = await this.#state()
      return failure === undefined ? { kind: 'published', state } : { kind: 'failed', message: failure, state }
    })
  }

  async #publishNow(isChanged: boolean, author: string, summary: string): Promise<string | undefined> {
    try {
      const before = new Set(this.#published.files.keys())
      this.#drafts.publish()
      const all = new Set([...before, ...this.#drafts.files().filter((file) => file.endsWith('.yml'))])
      const changed = [...all].filter((file) => this.#published.files.get(file) !== this.#drafts.textOf(file))
      if (isChanged && changed.length > 0) this.#published.record(changed, author, summary)
    } catch (error) {
      return (error as Error).message
    }
    const { publishCommand, content } = this.#options
    return publishCommand === undefined ? undefined : runPublishCommand(publishCommand, content)
  }

  /** @returns whether others have changed anything */
  #follow(): boolean {
    // A folder that is being replaced may be gone for a moment.
    const isChanged = existsSync(this.#options.content) && this.#drafts.follow()
    if (isChanged) this.#changed()
    return isChanged
  }

  #changed(): void {
    this.#revision++
    for (const callBack of this.#watchers) callBack()
  }

  async #state(): Promise<EditorState> {
    this.#follow()
    const composed = await this.site()
    const published = this.#published.files
    return {
      revision: this.#revision,
      ...stateOfContent({ drafts: this.#drafts, composed, published }),
      changes: findChanges(this.#drafts, published),
      conflicts: this.#drafts.conflicts,
      preview: this.previewOrigin,
      hasGit: this.#published.hasGit,
      author: this.#published.author,
      publishing: { hasCommand: this.#options.publishCommand !== undefined, failure: this.#drafts.failure },
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }
}
