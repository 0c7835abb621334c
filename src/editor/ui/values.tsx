import { useId } from 'react'
import { isBranch, mapTexts, spellPath, stepsIn, textsIn } from '../../content/text-tree.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { languages } from '../../shared/languages.ts'
import { fileOf, languageOfFile, pathOf, within } from '../content-paths.ts'
import css from './editor.module.css'
import { ValueField } from './field.tsx'
import { Button, ItemButtons, Problems } from './parts.tsx'
import { filesOf, type Site, useSite } from './site.ts'
import { edit, go } from './store.ts'

/** Everything that can be edited in a part of the site. */
export function Form({ part }: { part: string }) {
  const site = useSite()
  const ofWhole = site.problemsIn(part).filter(({ name }) => typeof site.treeOf(name) !== 'string')
  return (
    <section aria-label={site.title(part)} className={`${css.stack} ${css.section}`}>
      {part !== site.view && <h2>{site.title(part)}</h2>}
      <Problems problems={ofWhole} />
      <Values names={filesOf(part).filter(site.treeOf)} />
    </section>
  )
}

/** The hints of the editor's texts on facts; those on a text are in its own file. */
const noteOf = (site: Site, name: string): string | undefined =>
  languageOfFile(name) ? site.state.now[fileOf(name)]?.notes[spellPath(pathOf(name))] : site.wordsFor(name, 'hints')

/** The values in a group, below what is said of it. @param names the group in each of the files */
function Values({ names }: { names: string[] }) {
  const site = useSite()
  const [name = ''] = names
  const note = noteOf(site, names.find((name) => languageOfFile(name) === site.language) ?? name)
  const path = pathOf(name)
  const trees = names.map(site.treeOf)
  const keys = [...new Set(trees.flatMap(stepsIn))]
  // The page does not show what search engines see.
  if (path.length === 0) keys.sort((one, other) => Number(one === 'head') - Number(other === 'head'))
  const isSources = path.length === 1 && path[0] === 'sources'
  const isOpen = isSources || (!languageOfFile(name) && trees.some(Array.isArray))
  const add = async () => {
    let number = 1
    while (keys.includes(`s${number}`)) number++
    const list = site.treeOf(name)
    const [step, empty] = Array.isArray(list)
      ? [list.length, mapTexts(list.at(-1) ?? '', () => '')]
      : [`s${number}`, '']
    const [[first] = [[]]] = textsIn(empty)
    const item = within(name, step)
    if (await edit(names, (was) => (Array.isArray(was) ? [...was, empty] : { ...(was as object), [step]: '' })))
      go(within(item, ...first))
  }
  const item = isSources ? (site.words.fields.source ?? '') : site.label(name)
  return (
    <>
      {note && <p className="note">{note}</p>}
      {keys.map((key) => (
        <Value key={key} names={names.map((name) => within(name, key))} isItem={isOpen} />
      ))}
      {isOpen && (
        <p>
          <Button word={interpolate(site.words.list.add, { item })} onClick={add} />
        </p>
      )}
    </>
  )
}

/**
 * A value, or all those of a group, under its name.
 * @param names the same value in each of the files
 * @param isItem whether it can be moved and removed
 */
function Value({ names, isItem }: { names: string[]; isItem: boolean }) {
  const site = useSite()
  const id = useId()
  const there = names.filter((name) => site.treeOf(name) !== undefined)
  const model = there.find((name) => languageOfFile(name) === site.language) ?? there[0] ?? ''
  const trees = there.map(site.treeOf)
  const title = site.label(model)
  // The items of a list are named after it.
  if (trees.some(Array.isArray)) return <Values names={names} />
  const heading = (
    <div className={css.inline}>
      <h3 id={id} className="minor-heading">
        {title}
      </h3>
      {isItem && <ItemButtons names={names} title={title} />}
    </div>
  )
  const steps = trees.flatMap(stepsIn)
  const isLocalised = !languageOfFile(model) && steps.length > 0 && steps.every((step) => step in languages)
  if (!isLocalised && trees.some(isBranch))
    return (
      <fieldset id={names[0]} tabIndex={-1} aria-labelledby={id} className={css.item}>
        {heading}
        <Values names={names} />
      </fieldset>
    )
  const note = noteOf(site, model)
  const isLong = site.isRunning(model) || trees.some((text) => /\S\s*\n\s*\S/.test(String(text ?? '')))
  const values = isLocalised ? steps.map((step) => within(model, step)) : names
  return (
    <div>
      {heading}
      {note && (
        <p id={`${id}-note`} className="note">
          {note}
        </p>
      )}
      <div className={css.columns}>
        {values.map((name) => (
          <ValueField key={name} name={name} labelledBy={id} describedBy={note && `${id}-note`} isLong={isLong} />
        ))}
      </div>
    </div>
  )
}
