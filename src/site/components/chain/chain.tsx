import { Icon, type IconName } from '../icon/icon.tsx'
import { Weave } from '../weave/weave.tsx'
import css from './chain.module.css'

type ChainStep = {
  /** The mark itself, or a drawing on a square; without one, the step's number. */
  icon?: IconName | 'mark'
  title: string
  /** What is done at this step. */
  points: string[]
  /** What leaves the chain here, or ends it. */
  out: string
}

type ChainProps = {
  title: string
  lead: string
  out: string
  steps: ChainStep[]
  /** The index of the step at which a second person agrees. */
  decision: number
  /** Who does each step's first and second point, if two take part: each has a column on a wide page. */
  who?: [string, string]
}

/**
 * Steps on the threads of the mark: the green one from the first step, the gold one from where a second person agrees, both to the end. It
 * is a list, so that screen readers give the whole figure: each step, what is done there, and what leaves or ends it.
 */
export function Chain({ title, lead, out, steps, decision, who }: ChainProps) {
  return (
    <section id="chain" className={`wide ${css.chain}`} aria-labelledby="chain-title">
      <h2 id="chain-title">{title}</h2>
      <p className="lead">{lead}</p>
      <ol className={who && css.columns}>
        {steps.map((step, index) => (
          <li key={step.title} className={`${css.step} ${index === decision ? css.agreed : ''}`}>
            <span className={`serif ${css.node}`} aria-hidden="true">
              {step.icon === 'mark' ? <Weave size={48} /> : step.icon ? <Icon name={step.icon} /> : index + 1}
            </span>
            <strong className="serif">{step.title}</strong>
            <ul className={css.checks}>
              {step.points.map((point, index) => (
                <li key={point}>
                  {who && <span className={css.who}>{who[index]}</span>}
                  {point}
                </li>
              ))}
            </ul>
            <p className={css.out}>
              <span className={css.who}>{out}</span> {step.out}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
