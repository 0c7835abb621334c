import { useId } from 'react'
import type { TextTree } from '../../content/read/texts.ts'
import { interpolate } from '../../shared/interpolate.ts'
import {
  emptied,
  fileOf,
  formatPath,
  type KeyPath,
  languageOfFile,
  parsePath,
  pathOf,
  sectionOf,
  valueAt,
} from '../content-paths.ts'
import css from './editor.module.css'
import { ValueField } from './field.tsx'
import { ItemButtons, Problems } from './parts.tsx'
import { commonFiles, type Site, useSite } from './site.ts'
import { edit, seenAt } from './store.ts'

type FormProps = {
  /** One file, or those of a text in each language, which are shown side by side. */
  files: string[]
  title: string
  isMain: boolean
}

/** Everything that can be edited in a part of the site. */
export function Form({ files, title, isMain }: FormProps) {
  const site = useSite()
  const { problems } = site.state
  const model = files.find((file) => languageOfFile(file) === site.language) ?? (files[0] as string)
  const hasControl = (name: string) =>
    name.includes('#') && files.some((file) => typeof valueAt(site.treeOf(file), parsePath(pathOf(name))) === 'string')
  const ofWhole = problems.filter((problem) => {
    const name = site.nameOf(problem)
    return files.includes(fileOf(name)) && !hasControl(name)
  })
  const addSource = () => {
    const known = files.flatMap((file) => Object.keys(valueAt(site.treeOf(file), ['sources']) ?? {}))
    const name = [...known, ''].map((_, index) => `s${index + 1}`).find((each) => !known.includes(each)) as string
    changeSources(files, (sources) => ({ ...sources, [name]: '' }))
  }
  return (
    <section aria-label={title} className={css.section}>
      {!isMain && <h2>{title}</h2>}
      <p className={css.note}>{noteOf(site, model, [])}</p>
      <Problems problems={ofWhole} before={(name) => `${site.whole(name)}:`} />
      <Values files={files.filter(site.treeOf)} path={[]} from={0} />
      {site.articles.includes(sectionOf(model)) && (
        <p>
          <button type="button" onClick={addSource}>
            {site.words.citations.add}
          </button>
        </p>
      )}
    </section>
  )
}

/** The notes of the editor's texts on facts; those of a text are in its own file. */
function noteOf({ words, state }: Site, file: string, path: KeyPath): string | undefined {
  if (languageOfFile(file)) return state.files[file]?.now?.notes[path.join('.')]
  const keys = path.filter((step) => typeof step === 'string')
  return words.notes[file.replace('.yml', '')]?.[keys.join('_') || 'about']
}

/** @param from with which step of the path the name begins: the steps before are in a heading above */
type ValuesProps = { files: string[]; path: KeyPath; from: number }

/** A value, or all those of a group, in each of the files. */
function Values({ files, path, from }: ValuesProps) {
  const site = useSite()
  const groups = files.map((file) => valueAt(site.treeOf(file), path)).filter((tree) => typeof tree === 'object')
  const [group] = groups
  if (!group) return path.length > 0 && <Row files={files} path={path} from={from} />
  if (Array.isArray(group) && commonFiles.includes(files[0] ?? ''))
    return <List file={files[0] as string} path={path} items={group} from={from} />
  const keys = [...new Set(groups.flatMap((each) => Object.keys(each)))]
  // The page does not show what search engines see.
  if (path.length === 0) keys.sort((one, other) => Number(one === 'head') - Number(other === 'head'))
  return keys.map((key) => (
    <Values key={key} files={files} path={[...path, Array.isArray(group) ? Number(key) : key]} from={from} />
  ))
}

/** A list of facts, whose items can be added, moved and removed. */
function List({ file, path, items, from }: { file: string; path: KeyPath; items: TextTree[]; from: number }) {
  const site = useSite()
  const { list: words } = site.words
  const name = `${file}#${formatPath(path)}`
  const note = noteOf(site, file, path)
  const change = (become: (items: TextTree[]) => TextTree[]) => {
    const was = seenAt(name) as TextTree[]
    void edit([{ name, was, value: become(was) }])
  }
  const add = () => change((all) => [...all, emptied(all.at(-1) ?? '')])
  return (
    <>
      {items.map((item, index) => {
        const own = [...path, index]
        const title = site.value(file, own, from)
        const id = `${name}[${index}]-name`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the names of the controls are made of the numbers.
          <div key={index} className={css.item}>
            <div className={css.itemHead}>
              <h3 id={id}>{title}</h3>
              <ItemButtons index={index} count={items.length} words={words} item={{ item: title }} onChange={change} />
            </div>
            {index === 0 && note && <p className={css.note}>{note}</p>}
            {typeof item === 'string' ? (
              <ValueField name={`${name}[${index}]`} labelledBy={id} />
            ) : (
              <Values files={[file]} path={own} from={own.length} />
            )}
          </div>
        )
      })}
      <p>
        <button type="button" onClick={add}>
          {interpolate(words.add, { item: site.value(file, path, path.length - 1) })}
        </button>
      </p>
    </>
  )
}

/** One value under its name, with a note; of a text, each language's. */
function Row({ files, path, from }: ValuesProps) {
  const site = useSite()
  const id = useId()
  const model = files.find((file) => languageOfFile(file) === site.language) ?? (files[0] as string)
  const texts = files.map((file) => valueAt(site.treeOf(file), path))
  const isLong = path.at(-1) === 'body' || texts.some((text) => /\S\s*\n\s*\S/.test(String(text ?? '')))
  const note = noteOf(site, model, path)
  const parent = `${model}#${formatPath(path.slice(0, from))}-name`
  const named = valueAt(site.treeOf(model), path) === undefined ? files[texts.findIndex(Boolean)] : model
  const [group, source = ''] = path
  const remove = () => changeSources(files, ({ [source]: _, ...others }) => others)
  return (
    <div className={css.row}>
      <h3 id={id} className={css.rowLabel}>
        {site.value(named ?? model, path, from)}
      </h3>
      {note && (
        <p id={`${id}-note`} className={css.note}>
          {note}
        </p>
      )}
      <div className={css.languages}>
        {files.map((file) => (
          <ValueField
            key={file}
            name={`${file}#${formatPath(path)}`}
            labelledBy={from > 0 ? `${parent} ${id}` : id}
            describedBy={note && `${id}-note`}
            isLong={isLong}
          />
        ))}
      </div>
      {group === 'sources' && (
        <button type="button" className={css.quiet} onClick={remove}>
          {interpolate(site.words.citations.remove, { name: source })}
        </button>
      )}
    </div>
  )
}

type Sources = Record<string, TextTree>

/** Changes the sources of an article in every language. */
const changeSources = (files: string[], change: (sources: Sources) => Sources) =>
  void edit(
    files.map((file) => {
      const name = `${file}#sources`
      const was = (seenAt(name) ?? {}) as Sources
      return { name, was, value: change(was) }
    }),
  )
