import { useId } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { FieldState } from '../api.ts'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { ConflictNotice, type ControlNames, ValueField } from './field.tsx'
import own from './file-fields.module.css'
import { between, labelOf, wordsOfFacts } from './labels.ts'
import { wordsFor } from './messages.ts'
import { Row } from './section-fields.tsx'

/** The values of a file that all languages share: the facts, the confirmations. Lists can grow, shrink and be put in order. */
export function FileFields({ file, title }: { file: string; title: string }) {
  const { state, texts, interfaceLanguage, send } = useContextOfEditor()
  const { fields = [], lists = {} } = state.files[file] ?? {}
  const names = new Set(fields.flatMap(({ name, path }) => [name, `${file}#${itemIn(path)}`]))
  const noteOf = useNotes(file)
  const nameOf = (path: string) => labelOf(path, wordsOfFacts(state, texts), texts)
  const ofFile = state.problems.filter((problem) => problem.file === file && !names.has(problem.name))
  return (
    <section aria-label={title} className={css.section}>
      <p className={css.note}>{noteOf('about')}</p>
      <ConflictNotice name={file} />
      {ofFile.length > 0 && (
        <ul className={css.problems}>
          {ofFile.map((problem) => (
            <li key={problem.message}>{wordsFor(problem, texts, interfaceLanguage)}</li>
          ))}
        </ul>
      )}
      {groupsOf(fields).map(({ key, items, ofGroup }) =>
        ofGroup[0]?.path === key ? (
          <Rows key={key} file={file} fields={ofGroup} prefix="" />
        ) : (
          <fieldset key={key} className={own.group}>
            <legend>{nameOf(key)}</legend>
            {noteOf(key) && <p className={css.note}>{noteOf(key)}</p>}
            {items.length === 0 || !ofGroup.some(({ path }) => path.startsWith(`${items[0]}.`)) ? (
              <Rows file={file} fields={ofGroup} prefix={key} />
            ) : (
              items.map((item, index) => (
                <div key={item} className={own.item}>
                  <Item
                    list={`${file}#${key}`}
                    name={nameOf(item)}
                    index={index}
                    count={items.length}
                    fields={ofGroup.filter(({ path }) => path.startsWith(`${item}.`))}
                    prefix={item}
                  />
                </div>
              ))
            )}
            {ofGroup.some(({ path }) => path.startsWith(`${items[0]}.`)) && lists[key] !== undefined && (
              <button type="button" onClick={() => void send({ op: 'add item', list: `${file}#${key}` })}>
                {interpolate(texts.list.add, { item: nameOf(key) })}
              </button>
            )}
          </fieldset>
        ),
      )}
    </section>
  )
}

/** What the editor's texts say beside the values of a file that all languages share. */
function useNotes(file: string): (path: string) => string {
  const { texts } = useContextOfEditor()
  const ofFile = texts.notes[file.replace(/\.yml$/, '')]
  return (path) => ofFile?.[path.replace(/\[\d+\]/g, '').replaceAll('.', '_')] ?? ''
}

const itemIn = (path: string) => /^[^.[]+\[\d+\]/.exec(path)?.[0] ?? path

type ItemProps = { list: string; name: string; index: number; count: number; fields: FieldState[]; prefix: string }

function Item({ list, name, index, count, fields, prefix }: ItemProps) {
  const { state, texts, interfaceLanguage, send } = useContextOfEditor()
  const [file = ''] = list.split('#')
  const problems = state.problems.filter((problem) => problem.name === `${file}#${prefix}`)
  const id = useId()
  const move = (to: number) => void send({ op: 'move item', list, from: index, to })
  return (
    <>
      <div className={own.itemHead}>
        <h3 id={id} className={own.itemName}>
          {name}
        </h3>
        {index > 0 && (
          <button type="button" className={css.quiet} onClick={() => move(index - 1)}>
            {interpolate(texts.list.up, { item: name })}
          </button>
        )}
        {index < count - 1 && (
          <button type="button" className={css.quiet} onClick={() => move(index + 1)}>
            {interpolate(texts.list.down, { item: name })}
          </button>
        )}
        {count > 1 && (
          <button type="button" className={css.quiet} onClick={() => void send({ op: 'remove item', list, at: index })}>
            {interpolate(texts.list.remove, { item: name })}
          </button>
        )}
      </div>
      {problems.length > 0 && (
        <ul className={css.problems}>
          {problems.map((problem) => (
            <li key={problem.message}>{wordsFor(problem, texts, interfaceLanguage)}</li>
          ))}
        </ul>
      )}
      <Rows file={file} fields={fields} prefix={prefix} within={id} />
    </>
  )
}

type Place = {
  /** The path of the group or item that rows stand in. */
  prefix: string
  /** The element that names it: “Office 1” is said before “City”. */
  within?: string
}

/** Values one below the other; those of a list of words together. */
function Rows({ file, fields, ...place }: { file: string; fields: FieldState[] } & Place) {
  const listOf = ({ path }: FieldState) => /^(.*)\[\d+\]$/.exec(path)?.[1]
  const rows = [...new Map(fields.map((field) => [listOf(field) ?? field.path, field])).entries()]
  return rows.map(([path, field]) =>
    path === field.path ? (
      <FactRow key={path} file={file} field={field} {...place} />
    ) : (
      <Words key={path} file={file} list={path} words={fields.filter((each) => listOf(each) === path)} {...place} />
    ),
  )
}

function Words({ file, list, words, prefix, within }: { file: string; list: string; words: FieldState[] } & Place) {
  const { state, texts, send } = useContextOfEditor()
  const isFree = state.files[file]?.lists[list] !== undefined
  const label = useLabel(list, prefix)
  const note = useNotes(file)(list)
  const nameOf = ({ value }: FieldState, index: number) => value || `${label} ${index + 1}`
  return (
    <Row label={label} note={note} within={within}>
      {(names) => (
        <>
          <ul className={css.words}>
            {words.map((field, index) => (
              <li key={field.path}>
                <Fact field={field} {...names} />
                {isFree && words.length > 1 && (
                  <button
                    type="button"
                    className={css.quiet}
                    aria-label={interpolate(texts.list.remove, { item: nameOf(field, index) })}
                    onClick={() => void send({ op: 'remove item', list: `${file}#${list}`, at: index })}
                  >
                    ×
                  </button>
                )}
              </li>
            ))}
          </ul>
          {isFree && (
            <p>
              <button type="button" onClick={() => void send({ op: 'add item', list: `${file}#${list}` })}>
                {interpolate(texts.list.add, { item: label })}
              </button>
            </p>
          )}
        </>
      )}
    </Row>
  )
}

function FactRow({ file, field, prefix, within }: { file: string; field: FieldState } & Place) {
  const label = useLabel(field.path, prefix)
  return (
    <Row label={label} note={useNotes(file)(field.path)} within={within}>
      {(names) => <Fact field={field} {...names} />}
    </Row>
  )
}

function Fact({ field, ...names }: ControlNames & { field: FieldState }) {
  const { state } = useContextOfEditor()
  const { language } = state.languages.find((each) => field.path.split(/[.[]/).includes(each.language)) ?? {}
  return <ValueField name={field.name} field={field} lang={language} {...names} isLong={field.isLong} />
}

/** What a value is called below the group that it stands in. */
function useLabel(path: string, prefix: string): string {
  const { state, texts } = useContextOfEditor()
  const [whole = '', group] = [path, prefix].map((each) => labelOf(each, wordsOfFacts(state, texts), texts))
  return group ? whole.slice((group + between).length) || whole : whole
}

/** Values under the first name of their path; those of a list by its items. */
function groupsOf(fields: FieldState[]): { key: string; items: string[]; ofGroup: FieldState[] }[] {
  const keys = [...new Set(fields.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path))]
  return keys.map((key) => {
    const ofGroup = fields.filter(
      ({ path }) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`),
    )
    const items = [...new Set(ofGroup.flatMap(({ path }) => /^[^.[]+\[\d+\]/.exec(path)?.[0] ?? []))]
    return { key, items, ofGroup }
  })
}
