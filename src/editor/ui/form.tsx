import { Fragment, useId, useState as useOwn } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { Language } from '../../shared/languages.ts'
import type { EditorState } from '../api.ts'
import { identityOf, languageOfFile, textFileOf } from '../content-paths.ts'
import css from './editor.module.css'
import { ValueField } from './field.tsx'
import { ItemButtons, Problems, useNames } from './parts.tsx'
import { send, useLanguage, useState, useWords } from './store.ts'
import { freeItemIn } from './views.ts'

type FormProps = {
  /** One file, or the files of a section in each language, which are shown side by side. */
  files: string[]
  title: string
  isMain: boolean
  shown: Language[]
}

/** Everything that can be edited in a part of the site. */
export function Form({ files, title, isMain, shown }: FormProps) {
  const state = useState()
  const [words, language, names] = [useWords(), useLanguage(), useNames()]
  const model = files.find((file) => languageOfFile(file) === language) ?? (files[0] as string)
  const { lists = {} } = state.files[model] ?? {}
  const paths = [...new Set(files.flatMap((file) => state.files[file]?.fields.map(({ path }) => path) ?? []))]
  // The page does not show what search engines see.
  paths.sort((one, other) => Number(one.startsWith('head.')) - Number(other.startsWith('head.')))
  const controls = new Set(files.flatMap((file) => paths.map((path) => `${file}#${path}`)))
  const ofWhole = state.problems.filter(({ file, name }) => files.includes(file) && !controls.has(name))
  const noteOf = useNotes(model)
  const article = state.pages.find(
    ({ kind, sections }) => kind === 'article' && model.endsWith(`/${sections[0]}.yml`),
  )?.page
  return (
    <section aria-label={title} className={css.section}>
      {!isMain && <h2>{title}</h2>}
      <p className={css.note}>{noteOf('about') || state.files[model]?.title}</p>
      <Problems problems={ofWhole} before={({ name }) => `${names.whole(name)}:`} />
      {paths.map((path, index) => {
        const item = freeItemIn(lists, path)
        const isFirst = item !== undefined && !paths[index - 1]?.startsWith(item)
        const ended = listsThatEnd(lists, path, paths[index + 1])
        return (
          <Fragment key={path}>
            {isFirst && (
              <ItemHead file={model} item={item} note={noteOf(item)} count={lists[item.replace(/\[\d+\]$/, '')] ?? 0} />
            )}
            {path !== item && (
              <Row files={files} path={path} within={item} note={noteOf(path)} shown={shown} article={article} />
            )}
            {ended.map((list) => (
              <p key={list}>
                <button type="button" onClick={() => void send({ op: 'add item', list: `${model}#${list}` })}>
                  {interpolate(words.list.add, { item: names.value(model, list.replace(/.*\]\./, '')) })}
                </button>
              </p>
            ))}
          </Fragment>
        )
      })}
      {article && <NewSource article={article} />}
    </section>
  )
}

/** The lists whose last value this is. */
const listsThatEnd = (lists: Record<string, number>, path: string, next: string | undefined): string[] =>
  Object.keys(lists)
    .filter((list) => path.startsWith(`${list}[`) && !next?.startsWith(`${list}[`))
    .sort((one, other) => other.length - one.length)

/** The notes of the editor's texts on files that all languages share; those of texts are in the texts' own files. */
function useNotes(file: string): (path: string) => string {
  const { notes } = useWords() as EditorState['texts'][Language] & { notes: Record<string, Record<string, string>> }
  const ofFile = notes[file.replace(/\.yml$/, '')]
  return (path) => ofFile?.[path.replace(/\[\d+\]/g, '').replaceAll('.', '_')] ?? ''
}

/** The name of an item of a list, and what can be done with the item; of a list of words, the word itself. */
function ItemHead({ file, item, count, note }: { file: string; item: string; count: number; note: string }) {
  const state = useState()
  const [words, names, language] = [useWords(), useNames(), useLanguage()]
  const list = item.replace(/\[\d+\]$/, '')
  const index = Number(/(\d+)\]$/.exec(item)?.[1])
  const fields = state.files[file]?.fields ?? []
  const own = fields.find(({ path }) => path === item)
  const name = names.value(file, item, /^.*\]\./.exec(list)?.[0])
  const edit = { list: `${file}#${list}`, at: index, item: identityOf(fields, item) }
  const id = `${file}#${item}-name`
  return (
    <div className={css.row}>
      <div className={css.itemHead}>
        <h3 id={id}>{name}</h3>
        <ItemButtons
          index={index}
          count={count}
          words={words.list}
          item={{ item: name }}
          onMove={(by) => void send({ op: 'move item', by, ...edit })}
          onRemove={() => void send({ op: 'remove item', ...edit })}
        />
      </div>
      {index === 0 && note && <p className={css.note}>{note}</p>}
      <Problems problems={state.problems.filter((problem) => !own && problem.name === `${file}#${item}`)} />
      {own && <ValueField name={`${file}#${item}`} labelledBy={id} lang={language} />}
    </div>
  )
}

type RowProps = {
  files: string[]
  path: string
  within: string | undefined
  note: string
  shown: Language[]
  article: string | undefined
}

/** One value under its name, with a note; of a text, each language's. */
function Row({ files, path, within, note, shown, article }: RowProps) {
  const state = useState()
  const [names, words, language] = [useNames(), useWords(), useLanguage()]
  const id = useId()
  const isText = files.length > 1
  const model = (isText ? files.find((file) => languageOfFile(file) === language) : files[0]) as string
  const fieldIn = (file: string) => state.files[file]?.fields.find((field) => field.path === path)
  const any = files.map(fieldIn).filter((field) => field !== undefined)
  const shownNote = note || fieldIn(model)?.note
  const describedBy = shownNote ? `${id}-note` : undefined
  const label = fieldIn(model)
    ? names.value(model, path, within)
    : names.value(files.find(fieldIn) ?? model, path, within)
  const labelledBy = [within && `${model}#${within}-name`, id].filter(Boolean).join(' ')
  const source = article && /^sources\.(.+)$/.exec(path)?.[1]
  // A value that differs by language in a file that all languages share.
  const ofValue = state.languages.find((each) => path.endsWith(`.${each.language}`))?.language
  return (
    <div className={css.row}>
      <h3 id={id} className={css.rowLabel}>
        {label}
      </h3>
      {shownNote && (
        <p id={describedBy} className={css.note}>
          {shownNote}
        </p>
      )}
      <div className={css.languages}>
        {files
          .filter((file) => !isText || shown.includes(languageOfFile(file) as Language))
          .map((file) => (
            <ValueField
              key={file}
              name={`${file}#${path}`}
              language={languageOfFile(file)}
              lang={languageOfFile(file) ?? ofValue}
              labelledBy={labelledBy}
              describedBy={describedBy}
              isLong={any.some((field) => field.isLong)}
            />
          ))}
      </div>
      {source && (
        <button type="button" className={css.quiet} onClick={() => void send({ op: 'remove source', article, source })}>
          {interpolate(words.citations.remove, { name: source })}
        </button>
      )}
    </div>
  )
}

export const filesOfSection = (state: EditorState, section: string) =>
  state.languages.map(({ language }) => textFileOf(language, section))

function NewSource({ article }: { article: string }) {
  const { citations } = useWords()
  const [source, setSource] = useOwn('')
  const [text, setText] = useOwn('')
  return (
    <form
      className={css.inlineForm}
      aria-label={citations.add}
      onSubmit={(event) => {
        event.preventDefault()
        void send({ op: 'add source', article, source, text }).then((outcomes) => {
          if (!outcomes) return
          setSource('')
          setText('')
        })
      }}
    >
      <h3 className={css.rowLabel}>{citations.add}</h3>
      <label>
        {citations.name}
        <input required pattern="[a-z0-9\-]+" value={source} onChange={({ target }) => setSource(target.value)} />
      </label>
      <label>
        {citations.text}
        <input required value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <button type="submit">{citations.add}</button>
    </form>
  )
}
