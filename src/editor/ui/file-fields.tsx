import { interpolate } from '../../shared/interpolate.ts'
import type { FieldState } from '../api.ts'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { ConflictNotice, ValueField } from './field.tsx'
import own from './file-fields.module.css'
import { wordsFor } from './messages.ts'
import { Row } from './section-fields.tsx'
import { labelOf } from './views.ts'

/** The values of a file that all languages share: the facts, the confirmations. Lists can grow, shrink and be put in order. */
export function FileFields({ file, title }: { file: string; title: string }) {
  const { state, texts, interfaceLanguage, send } = useContextOfEditor()
  const { fields = [], lists = {}, notes = {} } = state.files[file] ?? {}
  const names = new Set(fields.flatMap(({ name, path }) => [name, `${file}#${itemIn(path)}`]))
  const ofFile = state.problems.filter((problem) => problem.file === file && !names.has(problem.name))
  return (
    <section aria-label={title} className={css.section}>
      <ConflictNotice name={file} />
      {ofFile.length > 0 && (
        <ul className={css.problems}>
          {ofFile.map(({ message }) => (
            <li key={message}>{wordsFor(message, texts.messages, interfaceLanguage)}</li>
          ))}
        </ul>
      )}
      {groupsOf(fields).map(({ key, items, ofGroup }) =>
        ofGroup[0]?.path === key ? (
          <Rows key={key} file={file} fields={ofGroup} prefix="" />
        ) : (
          <fieldset key={key} className={own.group}>
            <legend>{nameOfGroup(key)}</legend>
            {notes[key] && <p className={css.note}>{notes[key]}</p>}
            {items.length === 0 || !ofGroup.some(({ path }) => path.startsWith(`${items[0]}.`)) ? (
              <Rows file={file} fields={ofGroup} prefix={key} />
            ) : (
              items.map((item, index) => (
                <div key={item} className={own.item}>
                  <Item
                    list={`${file}#${key}`}
                    name={labelOf(item, texts.fields)}
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
                {texts.list.add}: {nameOfGroup(key)}
              </button>
            )}
          </fieldset>
        ),
      )}
    </section>
  )

  /** A name may mean something else here than in the texts. */
  function nameOfGroup(key: string): string {
    return texts.fields[`${file.replace(/\.yml$/, '')}_${key}`] ?? labelOf(key, texts.fields)
  }
}

const itemIn = (path: string) => /^[^.[]+\[\d+\]/.exec(path)?.[0] ?? path

type ItemProps = { list: string; name: string; index: number; count: number; fields: FieldState[]; prefix: string }

function Item({ list, name, index, count, fields, prefix }: ItemProps) {
  const { state, texts, interfaceLanguage, send } = useContextOfEditor()
  const [file = ''] = list.split('#')
  const problems = state.problems.filter((problem) => problem.name === `${file}#${prefix}`)
  const move = (to: number) => void send({ op: 'move item', list, from: index, to })
  return (
    <>
      <div className={own.itemHead}>
        <strong>{name}</strong>
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
          {problems.map(({ message }) => (
            <li key={message}>{wordsFor(message, texts.messages, interfaceLanguage)}</li>
          ))}
        </ul>
      )}
      <Rows file={file} fields={fields} prefix={prefix} />
    </>
  )
}

/** Values one below the other; those of a list of words together. */
function Rows({ file, fields, prefix }: { file: string; fields: FieldState[]; prefix: string }) {
  const listOf = ({ path }: FieldState) => /^(.*)\[\d+\]$/.exec(path)?.[1]
  const rows = [...new Map(fields.map((field) => [listOf(field) ?? field.path, field])).entries()]
  return rows.map(([path, field]) =>
    path === field.path ? (
      <FactRow key={path} field={field} prefix={prefix} />
    ) : (
      <Words
        key={path}
        file={file}
        list={path}
        prefix={prefix}
        words={fields.filter((each) => listOf(each) === path)}
      />
    ),
  )
}

function Words({ file, list, prefix, words }: { file: string; list: string; prefix: string; words: FieldState[] }) {
  const { state, texts, send } = useContextOfEditor()
  const isFree = state.files[file]?.lists[list] !== undefined
  const label = labelIn(list, prefix, state.languages, texts.fields)
  const nameOf = ({ value }: FieldState, index: number) => value || `${label} ${index + 1}`
  return (
    <Row label={label} note={state.files[file]?.notes[list] ?? ''}>
      {(labelledBy) => (
        <>
          <ul className={css.words}>
            {words.map((field, index) => (
              <li key={field.path}>
                <ValueField name={field.name} field={field} labelledBy={labelledBy} isLong={field.isLong} />
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
                {texts.list.add}: {label}
              </button>
            </p>
          )}
        </>
      )}
    </Row>
  )
}

function FactRow({ field, prefix }: { field: FieldState; prefix: string }) {
  const { state, texts } = useContextOfEditor()
  const label = labelIn(field.path, prefix, state.languages, texts.fields)
  return (
    <Row label={label} note={field.note}>
      {(labelledBy) => <ValueField name={field.name} field={field} labelledBy={labelledBy} isLong={field.isLong} />}
    </Row>
  )
}

/** A path below another in words: what differs by language is called by its language. */
function labelIn(
  path: string,
  prefix: string,
  languages: { language: string; name: string }[],
  names: Record<string, string>,
): string {
  const rest = path.slice(prefix.length).replace(/^\./, '') || path
  const ofLanguages = Object.fromEntries(languages.map(({ language, name }) => [language, name]))
  return labelOf(rest, { ...names, ...ofLanguages })
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
