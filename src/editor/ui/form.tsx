import { useId } from 'react'
import { type KeyPath, mapTexts, spellPath, stepsIn, type TextTree } from '../../content/text-tree.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { languages } from '../../shared/languages.ts'
import { fileOf, languageOfFile, pathOf, registerFile, within, wordsFor } from '../content-paths.ts'
import css from './editor.module.css'
import { ValueField } from './field.tsx'
import { ItemButtons, Problems } from './parts.tsx'
import { Register } from './register.tsx'
import { filesOf, type Site, useSite } from './site.ts'
import { edit } from './store.ts'

/** Everything that can be edited in a part of the site. @param isMain whether the view has the same name */
export function Form({ part, isMain }: { part: string; isMain: boolean }) {
  const site = useSite()
  const files = filesOf(part)
  const ofWhole = site.problemsIn(files).filter(({ name }) => typeof site.treeOf(name) !== 'string')
  return (
    <section aria-label={site.title(part)} className={`${css.stack} ${css.section}`}>
      {!isMain && <h2>{site.title(part)}</h2>}
      <p className="note">{noteOf(site, files.find((file) => languageOfFile(file) === site.language) ?? part)}</p>
      <Problems problems={ofWhole} isNamed />
      {part === registerFile ? <Register /> : <Values names={files.filter(site.treeOf)} />}
    </section>
  )
}

/** The hints of the editor's texts on facts; those on a text are in its own file. */
const noteOf = ({ words, state }: Site, name: string): string | undefined =>
  languageOfFile(fileOf(name))
    ? state.files[fileOf(name)]?.now?.notes[spellPath(pathOf(name))]
    : wordsFor(name, words.hints)

/** A value, or all those of a group, under its name. @param names the same value in each of the files */
function Values({ names }: { names: string[] }) {
  const site = useSite()
  const id = useId()
  const there = names.filter((name) => site.treeOf(name) !== undefined)
  const model = there.find((name) => languageOfFile(name) === site.language) ?? there[0] ?? ''
  const path = pathOf(model)
  const trees = there.map(site.treeOf)
  const group = trees.find((tree) => typeof tree === 'object')
  const isFact = !languageOfFile(model)
  const isSources = path.length === 1 && path[0] === 'sources'
  const keys = [...new Set(trees.flatMap(stepsIn))]
  // The page does not show what search engines see.
  if (path.length === 0) keys.sort((one, other) => Number(one === 'head') - Number(other === 'head'))
  const note = path.length > 0 ? noteOf(site, model) : undefined
  // The items of a list are named after it; some groups have no name.
  const title = Array.isArray(group) || path.length === 0 ? undefined : site.word(model)
  const isCertificate = fileOf(model) === registerFile && path.length === 1
  const isItem =
    isCertificate || (isFact && typeof path.at(-1) === 'number') || (path.length === 2 && path[0] === 'sources')
  const isLocalised = isFact && keys.length > 0 && keys.every((key) => String(key) in languages)
  const values = isLocalised ? keys.map((key) => within(model, key)) : group ? [] : names
  const isLong = path.at(-1) === 'body' || trees.some((text) => /\S\s*\n\s*\S/.test(String(text ?? '')))
  const isRow = values.length > 0
  const Box = isRow || !title ? 'div' : 'fieldset'
  return (
    <Box
      aria-labelledby={Box === 'div' ? undefined : id}
      className={isRow ? undefined : title ? css.item : css.untitled}
    >
      {title && (
        <div className={css.inline}>
          <h3 id={id} className="minor-heading">
            {title}
          </h3>
          {isItem && <ItemButtons names={names} title={title} />}
        </div>
      )}
      {note && (
        <p id={`${id}-note`} className="note">
          {note}
        </p>
      )}
      {isRow ? (
        <div className={css.columns}>
          {values.map((name) => (
            <ValueField key={name} name={name} labelledBy={id} describedBy={note && `${id}-note`} isLong={isLong} />
          ))}
        </div>
      ) : (
        keys.map((key) => <Values key={key} names={names.map((name) => within(name, key))} />)
      )}
      {(isSources || (isFact && Array.isArray(group))) && (
        <AddItem names={names} keys={keys} title={isSources ? (site.words.fields.source ?? '') : site.word(model)} />
      )}
    </Box>
  )
}

/** Adds an item to a list of facts, or a source to an article. */
function AddItem({ names, keys, title }: { names: string[]; keys: KeyPath; title: string }) {
  const site = useSite()
  let number = 1
  while (keys.includes(`s${number}`)) number++
  const sources = names.map((name) => within(name, `s${number}`))
  const withOneMore = (was: TextTree | null) =>
    Array.isArray(was) ? [...was, mapTexts(was.at(-1) ?? '', () => '')] : was
  const isList = names.some((name) => Array.isArray(site.treeOf(name)))
  return (
    <p>
      <button type="button" onClick={() => void (isList ? edit(names, withOneMore) : edit(sources, () => ''))}>
        {interpolate(site.words.list.add, { item: title })}
      </button>
    </p>
  )
}
