import { Weave } from '../weave/weave.tsx'
import css from './specimen.module.css'

/** What is on a pack: the mark, the name and, with a ring around it, the number. */
export function Specimen({ name, number }: { name: string; number?: string }) {
  return (
    <>
      <Weave size={44} />
      <strong className="serif">{name}</strong>
      {number && <span className={css.ringed}>{number}</span>}
    </>
  )
}
