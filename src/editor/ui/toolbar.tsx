import { insertTextIntoField } from 'text-field-edit'
import { fileOf, languageOf } from '../content-paths.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'

/** Of a text of which a part is selected, returns a range and its replacement. */
type Format = (text: string, start: number, end: number) => [from: number, to: number, words: string]

/**
 * Buttons that write the few signs of running text. They type as a person does, so that the browser can undo it.
 * @param name that of the text
 */
export function Toolbar({ name }: { name: string }) {
  const site = useSite()
  const { toolbar: words } = site.words
  const sources = Object.entries((site.treeOf(`${fileOf(name)}#sources`) ?? {}) as Record<string, string>)
  const formats: [word: string, format: Format][] = [
    [words.heading, byLines('## ')],
    [words.strong, around('**', words.sample)],
    [words.arabic, around('*', words.sample)],
    [words.list, byLines('- ')],
  ]
  const cite =
    (target: string): Format =>
    (text, start, end) => {
      const selected = text.slice(start, end)
      return [start, end, target.startsWith('[') ? selected + target : `[${selected || words.sample}](${target})`]
    }
  const write = (format: Format) => {
    const field = document.getElementById(name) as HTMLTextAreaElement
    const [from, to, text] = format(field.value, field.selectionStart, field.selectionEnd)
    field.setSelectionRange(from, to)
    insertTextIntoField(field, text)
    field.focus()
    field.setSelectionRange(from + starsOf(text), from + text.length - starsOf(text))
  }
  return (
    <fieldset className={css.toolbar}>
      <legend className="visually-hidden">{words.label}</legend>
      {formats.map(([word, format]) => (
        <button key={word} type="button" onClick={() => write(format)}>
          {word}
        </button>
      ))}
      <select aria-label={words.cite} value="" onChange={({ target }) => write(cite(target.value))}>
        <option value="">{words.cite}</option>
        <optgroup label={words.page}>
          {site.pages.map((page) => (
            <option key={page} value={`page:${page}`} label={site.title(page, languageOf(name))} />
          ))}
        </optgroup>
        <optgroup label={words.source} hidden={sources.length === 0}>
          {sources.map(([key, source]) => (
            <option key={key} value={`[^${key}]`} label={String(source).slice(0, 60)} />
          ))}
        </optgroup>
      </select>
    </fieldset>
  )
}

const starsOf = (text: string) => /^\**/.exec(text)?.[0].length ?? 0

/** Puts signs around the selection, or takes them away if they are there. */
const around =
  (sign: string, sample: string): Format =>
  (text, start, end) => {
    const from = text.slice(0, start).replace(/\*+$/, '').length
    const to = end + starsOf(text.slice(end))
    const words = text.slice(from, to)
    // One or three stars: Arabic. Two or three: bold.
    const isThere = sign === '*' ? starsOf(words) % 2 === 1 : starsOf(words) >= 2
    return [from, to, isThere ? words.slice(sign.length, -sign.length) : sign + (words || sample) + sign]
  }

/** Puts a sign before every selected line, or takes it away if every line has it. */
const byLines =
  (sign: string): Format =>
  (text, start, end) => {
    const from = text.lastIndexOf('\n', start - 1) + 1
    const next = text.indexOf('\n', Math.max(start, end - 1))
    const to = next < 0 ? text.length : next
    const lines = text.slice(from, to).split('\n')
    const isThere = lines.every((line) => !line.trim() || line.startsWith(sign))
    const toggle = (line: string) => (isThere ? line.slice(sign.length) : sign + line)
    return [from, to, lines.map((line) => (line.trim() ? toggle(line) : line)).join('\n') || sign]
  }
