import { useId } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { FieldState } from '../api.ts'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { ConflictNotice, ValueField } from './field.tsx'
import own from './file-fields.module.css'
import { between, labelOf, wordsOfFacts } from './labels.ts'
import { type ControlNames, ItemButtons, Problems, Row } from './parts.tsx'

/** The values of a file that all languages share: the facts, the confirmations. Lists can grow, shrink and be put in order. */
export function FileFields({ file, title }: { file: string; title: string }) {
  const { state, texts } = useContextOfEditor()
  const { fields = [], lists = {} } = state.files[file] ?? {}
  const names = new Set(fields.flatMap(({ name, path }) => [name, `${file}#${itemIn(path)}`]))
  const noteOf = useNotes(file)
  const nameOf = (path: string) => labelOf(path, wordsOfFacts(state, texts), texts)
  const ofFile = state.problems.filter((problem) => problem.file === file && !names.has(problem.name))
  return (
    <section aria-label={title} className={css.section}>
      <p className={css.note}>{noteOf('about')}</p>
      <ConflictNotice name={file} />
      <Problems problems={ofFile} />
      {[...Map.groupBy(fields, ({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path)].map(([key, ofGroup]) => {
        if (ofGroup[0]?.path === key) return <Rows key={key} file={file} fields={ofGroup} prefix="" />
        // The items of a list of groups; a list of words stands in one row.
        const items = [...Map.groupBy(ofGroup, ({ path }) => itemIn(path))]
        const isList = items.some(([item]) => item.endsWith(']')) && ofGroup.every(({ path }) => path !== itemIn(path))
        return (
          <fieldset key={key} className={own.group}>
            <legend>{nameOf(key)}</legend>
            {noteOf(key) && <p className={css.note}>{noteOf(key)}</p>}
            {isList ? (
              items.map(([item, ofItem], index) => (
                <div key={item} className={own.item}>
                  <Item
                    list={`${file}#${key}`}
                    name={nameOf(item)}
                    index={index}
                    count={items.length}
                    fields={ofItem}
                    prefix={item}
                  />
                </div>
              ))
            ) : (
              <Rows file={file} fields={ofGroup} prefix={key} />
            )}
            {isList && lists[key] !== undefined && <AddItem list={`${file}#${key}`} item={nameOf(key)} />}
          </fieldset>
        )
      })}
    </section>
  )
}

function AddItem({ list, item }: { list: string; item: string }) {
  const { texts, send } = useContextOfEditor()
  return (
    <button type="button" onClick={() => void send({ op: 'add item', list })}>
      {interpolate(texts.list.add, { item })}
    </button>
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
  const { state, texts, send } = useContextOfEditor()
  const [file = ''] = list.split('#')
  const problems = state.problems.filter((problem) => problem.name === `${file}#${prefix}`)
  const id = useId()
  return (
    <>
      <div className={own.itemHead}>
        <h3 id={id} className={own.itemName}>
          {name}
        </h3>
        <ItemButtons
          list={list}
          index={index}
          count={count}
          words={texts.list}
          item={{ item: name }}
          onRemove={() => void send({ op: 'remove item', list, at: index })}
        />
      </div>
      <Problems problems={problems} />
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
  const rows = Map.groupBy(fields, ({ path }) => path.replace(/\[\d+\]$/, ''))
  return [...rows].map(([path, ofRow]) => <FactRow key={path} file={file} path={path} fields={ofRow} {...place} />)
}

type FactRowProps = { file: string; path: string; fields: FieldState[] } & Place

function FactRow({ file, path, fields, prefix, within }: FactRowProps) {
  const { state, texts, send } = useContextOfEditor()
  const list = `${file}#${path}`
  const isFree = state.files[file]?.lists[path] !== undefined
  const label = useLabel(path, prefix)
  const [first] = fields
  return (
    <Row label={label} note={useNotes(file)(path)} within={within}>
      {(names) =>
        first?.path === path ? (
          <Fact field={first} {...names} />
        ) : (
          <>
            <ul className={css.words}>
              {fields.map((field, index) => (
                <li key={field.path}>
                  <Fact field={field} {...names} />
                  {isFree && fields.length > 1 && (
                    <button
                      type="button"
                      className={css.quiet}
                      aria-label={interpolate(texts.list.remove, { item: field.value || `${label} ${index + 1}` })}
                      onClick={() => void send({ op: 'remove item', list, at: index })}
                    >
                      ×
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {isFree && (
              <p>
                <AddItem list={list} item={label} />
              </p>
            )}
          </>
        )
      }
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
