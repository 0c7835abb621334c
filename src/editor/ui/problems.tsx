import type { ReactNode } from 'react'
import type { Problem } from '../../content/problem.ts'
import css from './editor.module.css'
import { useSite } from './site.ts'

type ProblemsProps = { id?: string; problems: Problem[]; before?: (name: string) => ReactNode }

/** What is wrong, in the language of the interface. */
export function Problems({ id, problems, before }: ProblemsProps) {
  const site = useSite()
  if (problems.length === 0) return null
  return (
    <ul id={id} className={css.problems}>
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)}>
          {before?.(site.nameOf(problem))} {site.message(problem)}
        </li>
      ))}
    </ul>
  )
}
