import { fileOf, languageOf } from '../content-paths.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'

/** Of a text of which a part is selected: what comes in place of which part. */
type Mark = (text: string, start: number, end: number) => [from: number, to: number, words: string]

/**
 * Buttons that write the few signs of running text. They type as a person does, so that the browser can undo it.
 * @param name that of the text
 */
export function Toolbar({ name }: { name: string }) {
  const site = useSite()
  const { toolbar: words } = site.words
  const sources = Object.entries((site.treeOf(`${fileOf(name)}#sources`) ?? {}) as Record<string, string>)
  const marks: [word: string, mark: Mark][] = [
    [words.heading, byLines('## ')],
    [words.strong, around('**', words.sample)],
    [words.arabic, around('*', words.sample)],
    [words.list, byLines('- ')],
  ]
  const cite =
    (target: string): Mark =>
    (text, start, end) => {
      const selected = text.slice(start, end)
      return [start, end, target.startsWith('[') ? selected + target : `[${selected || words.sample}](${target})`]
    }
  const write = (mark: Mark) => {
    const field = document.getElementById(name) as HTMLTextAreaElement
    const [from, to, text] = mark(field.value, field.selectionStart, field.selectionEnd)
    field.focus()
    field.setSelectionRange(from, to)
    // Deprecated, and the only way to change a field that the browser can undo.
    document.execCommand(text ? 'insertText' : 'delete', false, text)
    field.setSelectionRange(from + starsOf(text), from + text.length - starsOf(text))
  }
  return (
    <fieldset className={css.toolbar}>
      <legend className="visually-hidden">{words.label}</legend>
      {marks.map(([word, mark]) => (
        <button key={word} type="button" onClick={() => write(mark)}>
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
            <option key={key} value={`[^${key}]`} label={source.slice(0, 60)} />
          ))}
        </optgroup>
      </select>
    </fieldset>
  )
}

const starsOf = (text: string) => /^\**/.exec(text)?.[0].length ?? 0

/** Puts signs around the selection, or takes them away if they are there. */
const around =
  (sign: string, sample: string): Mark =>
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
  (sign: string): Mark =>
  (text, start, end) => {
    const from = text.lastIndexOf('\n', start - 1) + 1
    const next = text.indexOf('\n', Math.max(start, end - 1))
    const to = next < 0 ? text.length : next
    const lines = text.slice(from, to).split('\n')
    const isThere = lines.every((line) => !line.trim() || line.startsWith(sign))
    const toggle = (line: string) => (isThere ? line.slice(sign.length) : sign + line)
    return [from, to, lines.map((line) => (line.trim() ? toggle(line) : line)).join('\n') || sign]
  }
