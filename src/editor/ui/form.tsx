import { type ReactNode, useId } from 'react'
import type { TextTree } from '../../content/read/texts.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { languages } from '../../shared/languages.ts'
import {
  emptied,
  fileOf,
  formatPath,
  type KeyPath,
  languageOfFile,
  parsePath,
  pathOf,
  valueAt,
} from '../content-paths.ts'
import css from './editor.module.css'
import { ValueField } from './field.tsx'
import { ItemButtons, Problems } from './parts.tsx'
import { commonFiles, filesOf, type Site, useSite } from './site.ts'
import { edit } from './store.ts'

/** Everything that can be edited in a part of the site. @param isMain whether the view has the same name */
export function Form({ part, isMain }: { part: string; isMain: boolean }) {
  const site = useSite()
  const files = filesOf(part)
  const model = files.find((file) => languageOfFile(file) === site.language) ?? (files[0] as string)
  const hasControl = (name: string) => typeof valueAt(site.treeOf(fileOf(name)), parsePath(pathOf(name))) === 'string'
  const ofWhole = site.state.problems.filter((problem) => {
    const name = site.nameOf(problem)
    return files.includes(fileOf(name)) && !hasControl(name)
  })
  const addSource = () => {
    const known = files.flatMap((file) => Object.keys(valueAt(site.treeOf(file), ['sources']) ?? {}))
    const name = [...known, ''].map((_, index) => `s${index + 1}`).find((each) => !known.includes(each)) as string
    changeSources(files, (sources) => ({ ...sources, [name]: '' }))
  }
  return (
    <section aria-label={site.part(part)} className={css.section}>
      {!isMain && <h2>{site.part(part)}</h2>}
      <p className={css.note}>{noteOf(site, model, [])}</p>
      <Problems problems={ofWhole} before={(name) => `${site.whole(name)}:`} />
      <Values files={files.filter(site.treeOf)} path={[]} />
      {site.articles.includes(part) && (
        <p>
          <button type="button" onClick={addSource}>
            {site.words.citations.add}
          </button>
        </p>
      )}
    </section>
  )
}

/** The notes of the editor's texts on facts; those of a text are in its own file. Items of facts have none of their own. */
function noteOf({ words, state }: Site, file: string, path: KeyPath): string | undefined {
  if (languageOfFile(file)) return state.files[file]?.now?.notes[path.join('.')]
  if (typeof path.at(-1) === 'number') return undefined
  const keys = path.filter((step) => typeof step === 'string')
  return words.notes[file.replace('.yml', '')]?.[keys.join('_') || 'about']
}

type ValuesProps = {
  files: string[]
  path: KeyPath
  /** What can be done with all of it. */
  buttons?: ReactNode
}

/** A value, or all those of a group, under its name: of a text in each of the files. */
function Values({ files, path, buttons }: ValuesProps) {
  const site = useSite()
  const id = useId()
  const trees = files.map((file) => valueAt(site.treeOf(file), path))
  const group = trees.find((tree) => typeof tree === 'object')
  const isFact = commonFiles.includes(files[0] ?? '')
  if (isFact && Array.isArray(group)) return <List file={files[0] as string} path={path} items={group} />
  const keys = [...new Set(trees.flatMap((tree) => (typeof tree === 'object' ? Object.keys(tree) : [])))]
  // The page does not show what search engines see.
  if (path.length === 0) keys.sort((one, other) => Number(one === 'head') - Number(other === 'head'))
  const parts = keys.map((key) => (
    <Values
      key={key}
      files={files}
      path={[...path, Array.isArray(group) ? Number(key) : key]}
      buttons={path[0] === 'sources' && <RemoveSource files={files} source={key} />}
    />
  ))
  const there = files.filter((_, index) => trees[index] !== undefined)
  const model = there.find((file) => languageOfFile(file) === site.language) ?? there[0] ?? ''
  const title = site.word(model, path)
  // The items of a list are named after it; some groups have no name.
  if (path.length === 0 || Array.isArray(group) || (group && !title)) return parts
  const note = noteOf(site, model, path)
  const head = (
    <>
      <div className={css.itemHead}>
        <h3 id={id}>{title}</h3>
        {buttons}
      </div>
      {note && (
        <p id={`${id}-note`} className={css.note}>
          {note}
        </p>
      )}
    </>
  )
  const isLocalised = isFact && keys.length > 0 && keys.every((key) => key in languages)
  if (group && !isLocalised)
    return (
      <fieldset aria-labelledby={id} className={css.item}>
        {head}
        {parts}
      </fieldset>
    )
  const names = isLocalised
    ? keys.map((key) => `${model}#${formatPath([...path, key])}`)
    : files.map((file) => `${file}#${formatPath(path)}`)
  const isLong = path.at(-1) === 'body' || trees.some((text) => /\S\s*\n\s*\S/.test(String(text ?? '')))
  return (
    <div className={css.row}>
      {head}
      <div className={css.languages}>
        {names.map((name) => (
          <ValueField key={name} name={name} labelledBy={id} describedBy={note && `${id}-note`} isLong={isLong} />
        ))}
      </div>
    </div>
  )
}

type ListProps = { file: string; path: KeyPath; items: TextTree[] }

/** A list of facts, whose items can be added, moved and removed. */
function List({ file, path, items }: ListProps) {
  const site = useSite()
  const name = `${file}#${formatPath(path)}`
  const note = noteOf(site, file, path)
  const add = (was: TextTree | null) => [...(was as TextTree[]), emptied(items.at(-1) ?? '')]
  return (
    <>
      {note && <p className={css.note}>{note}</p>}
      {items.map((_, index) => {
        const own = [...path, index]
        const buttons = <ItemButtons list={name} index={index} count={items.length} title={site.word(file, own)} />
        return <Values key={formatPath(own)} files={[file]} path={own} buttons={buttons} />
      })}
      <p>
        <button type="button" onClick={() => void edit([{ name, become: add }])}>
          {interpolate(site.words.list.add, { item: site.word(file, path) })}
        </button>
      </p>
    </>
  )
}

function RemoveSource({ files, source }: { files: string[]; source: string }) {
  const { citations } = useSite().words
  const remove = () => changeSources(files, ({ [source]: _, ...others }) => others)
  return (
    <button type="button" className={css.quiet} onClick={remove}>
      {interpolate(citations.remove, { name: source })}
    </button>
  )
}

type Sources = Record<string, TextTree>

/** Changes the sources of an article in every language. */
const changeSources = (files: string[], change: (sources: Sources) => Sources) =>
  void edit(files.map((file) => ({ name: `${file}#sources`, become: (was) => change((was ?? {}) as Sources) })))
