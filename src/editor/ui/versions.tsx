import type { Language } from '../../shared/languages.ts'
import css from './editor.module.css'

type Version = [label: string, text: string]

/** Two versions of a text under the words for each; what differs is marked. */
export function Versions({ before, after, lang }: { before: Version; after: Version; lang?: Language | undefined }) {
  const [one, other] = [before, after].map(([, text]) => text.split(/(?<=\s)/)) as [string[], string[]]
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return (
    <dl className={css.versions}>
      {[before, after]
        .filter(([, text]) => text)
        .map(([label, text]) => {
          const words = text.split(/(?<=\s)/)
          const changed = words.slice(start, words.length - end).join('')
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd lang={lang}>
                {words.slice(0, start).join('')}
                {changed && <mark>{changed}</mark>}
                {words.slice(words.length - end).join('')}
              </dd>
            </div>
          )
        })}
    </dl>
  )
}
