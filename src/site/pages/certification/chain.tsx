import type { Texts } from '../../../shared/texts.generated.ts'
import { Icon } from '../../components/icon/icon.tsx'
import css from './chain.module.css'

const steps = [
  'farm',
  'lairage',
  'slaughter',
  'cold_room',
  'cutting',
  'processing',
  'decision',
  'dispatch',
] as const satisfies (keyof Texts['certification']['chain'])[]

/**
 * The chain from farm to label. It is a list, so that whoever hears it gets the whole figure: each step, what is checked
 * there, and what leaves. The drawing around it adds nothing but the thread.
 */
export function Chain({ texts }: { texts: Texts['certification']['chain'] }) {
  return (
    <section aria-labelledby="chain">
      <h2 id="chain">{texts.title}</h2>
      <p className={css.lead}>{texts.lead}</p>
      <ol className={css.steps}>
        {steps.map((step) => {
          const { title, points, ...rest } = texts[step]
          return (
            <li key={step} className={css.step}>
              <span className={css.node}>
                <Icon name={step} />
              </span>
              <div className={css.checks}>
                <strong className="serif">{title}</strong>
                <ul>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
              {'out' in rest && (
                <p className={css.out}>
                  <span>{texts.out}</span> {rest.out}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
