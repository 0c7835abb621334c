import { Icon, type IconName } from '../icon/icon.tsx'
import css from './chain.module.css'

export type ChainStep = {
  /** Without one, the step's number is in its star. */
  icon?: IconName
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
  /** Who does each step's first and second point, if two take part: each has a column on a wide page. */
  who?: [string, string]
}

/**
 * Steps as stars on a thread. It is a list, so that screen readers give the whole figure: each step, what is done there, and
 * what leaves or ends it.
 */
export function Chain({ title, lead, out, steps, who }: ChainProps) {
  return (
    <section className={css.chain} aria-labelledby="chain">
      <h2 id="chain">{title}</h2>
      <p className="lead">{lead}</p>
      {who && (
        <div className={css.header} aria-hidden="true">
          {[...who, out].map((words) => (
            <span key={words}>{words}</span>
          ))}
        </div>
      )}
      <ol className={`${css.steps} ${who ? css.columns : ''}`}>
        {steps.map((step, index) => (
          <li key={step.title} className={css.step}>
            <span className={`star serif ${css.node}`}>{step.icon ? <Icon name={step.icon} /> : index + 1}</span>
            <div className={css.checks}>
              <strong className="serif">{step.title}</strong>
              <ul>
                {step.points.map((point, index) => (
                  <li key={point}>
                    {who && <span className={css.who}>{who[index]}</span>}
                    {point}
                  </li>
                ))}
              </ul>
            </div>
            <p className={css.out}>
              <span>{out}</span> {step.out}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
