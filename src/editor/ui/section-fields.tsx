import { useId, useState } from 'react'
import { interpolate } from '../../shared/interpolate.ts'
import type { FieldState } from '../api.ts'
import { draftOf } from '../draft-files.ts'
import css from './editor.module.css'
import { useContextOfEditor } from './editor-context.ts'
import { ConflictNotice, ValueField } from './field.tsx'
import { labelsOf } from './labels.ts'
import { Problems, Row } from './parts.tsx'
import { languageOfFile, titleOfSection } from './views.ts'

/** The texts of one file, its languages side by side. */
export function SectionFields({ section, viewTitle }: { section: string; viewTitle: string }) {
  const { state, texts, shown, interfaceLanguage, send } = useContextOfEditor()
  const page = state.pages.find(({ sections }) => sections[0] === section)
  const isArticle = page?.kind === 'article'
  const files = state.languages.map(({ language }) => draftOf(language, section))
  // What search engines see comes last: the page does not show it.
  const paths = [...new Set(files.flatMap((file) => state.files[file]?.fields.map(({ path }) => path) ?? []))].sort(
    (one, other) => Number(isForSearch(one)) - Number(isForSearch(other)),
  )
  const labels = labelsOf(state, draftOf(interfaceLanguage, section), texts, interfaceLanguage)
  const title = titleOfSection(state, section, interfaceLanguage)
  const fieldAt = (file: string, path: string) => state.files[file]?.fields.find((field) => field.path === path)
  // A problem of the page as a whole, or of a value that no control shows.
  const names = new Set(files.flatMap((file) => paths.map((path) => `${file}#${path}`)))
  const ofFile = state.problems.filter(({ file, name }) => files.includes(file) && !names.has(name))
  return (
    <section aria-label={title} className={css.section}>
      {title !== viewTitle && <h2>{title}</h2>}
      <p className={css.note}>{state.files[draftOf(interfaceLanguage, section)]?.title}</p>
      {files.map((file) => (
        <ConflictNotice key={file} name={file} />
      ))}
      <Problems
        problems={ofFile}
        placeOf={({ file }) => state.languages.find(({ language }) => language === languageOfFile(file))?.name ?? ''}
      />
      {paths.map((path) => {
        const ofShown = shown.map((language) => [language, fieldAt(draftOf(language, section), path)] as const)
        const any = ofShown.map(([, field]) => field).filter((field) => field !== undefined)
        const source = isArticle && /^sources\.(.+)$/.exec(path)?.[1]
        return (
          <Row key={path} label={labels.get(path) ?? ''} note={noteOf(any, interfaceLanguage)}>
            {(names) => (
              <>
                <div className={css.languages}>
                  {ofShown.map(([language, field]) => (
                    <ValueField
                      key={language}
                      name={`${draftOf(language, section)}#${path}`}
                      field={field}
                      language={language}
                      {...names}
                      isLong={any.some(({ isLong }) => isLong)}
                      isBody={/(^|\.)body$/.test(path)}
                      limits={limitsOf(path)}
                    />
                  ))}
                </div>
                {source && (
                  <button
                    type="button"
                    className={css.quiet}
                    onClick={() => void send({ op: 'remove source', article: section, source })}
                  >
                    {interpolate(texts.citations.remove, { name: source })}
                  </button>
                )}
              </>
            )}
          </Row>
        )
      })}
      {isArticle && <NewSource article={section} />}
    </section>
  )

  function limitsOf(path: string) {
    const key = /(?:^|\.)head\.(title|description)$/.exec(path)?.[1] as 'title' | 'description' | undefined
    if (!key) return undefined
    const [least, most] = state.headLimits[key]
    return { least, most }
  }

  function noteOf(fields: FieldState[], language: string): string {
    const own = fields.find(({ name }) => name.startsWith(`texts/${language}/`))
    return own?.note ?? fields[0]?.note ?? ''
  }
}

const isForSearch = (path: string) => path.startsWith('head.')

function NewSource({ article }: { article: string }) {
  const { texts, send } = useContextOfEditor()
  const [source, setSource] = useState('')
  const [text, setText] = useState('')
  const id = useId()
  return (
    <form
      className={css.inlineForm}
      aria-label={texts.citations.add}
      onSubmit={(event) => {
        event.preventDefault()
        void send({ op: 'add source', article, source, text }).then((isDone) => {
          if (!isDone) return
          setSource('')
          setText('')
        })
      }}
    >
      <h3 className={css.rowLabel}>{texts.citations.add}</h3>
      <label htmlFor={`${id}-name`}>{texts.citations.name}</label>
      <input
        id={`${id}-name`}
        required
        pattern="[a-z0-9\-]+"
        value={source}
        onChange={({ target }) => setSource(target.value)}
      />
      <label htmlFor={`${id}-text`}>{texts.citations.text}</label>
      <input id={`${id}-text`} required value={text} onChange={({ target }) => setText(target.value)} />
      <button type="submit">{texts.citations.add}</button>
    </form>
  )
}
