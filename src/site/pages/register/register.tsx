import type { ReactNode } from 'react'
import { interpolate, interpolateRichText } from '../../../shared/interpolate.ts'
import { Field } from '../../components/field/field.tsx'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Weave, type WeaveState } from '../../components/weave/weave.tsx'
import type { Content } from './content.ts'
import { Changes, Choices, List, Name, type Shown, Table } from './list.tsx'
import css from './register.module.css'

/** The register of certificates: a list, one certificate, what changed, or why there is none. */
export function Page({ content }: { content: Content }) {
  const { title, search, stale, back } = content
  const { heading, typed, list, certificate, changes, advice, ofBatch } = content.view
  const choices = list?.choices ?? []
  const asked = [typed, ...choices.map(({ asked }) => asked)]
  const isResult = asked.some(Boolean)
  const form = (
    <RegisterSearch {...search} query={typed} key={asked.join('\n')}>
      {list && <Choices content={content} list={list} isOpen={!typed} />}
    </RegisterSearch>
  )
  const backLink = !list && (
    <p className={css.back}>
      <a href={search.action}>{back}</a>
    </p>
  )
  return (
    <article className={`page ${css.register}`}>
      {certificate ? (
        <Panel content={content} certificate={certificate}>
          {backLink}
        </Panel>
      ) : (
        <>
          {isResult && form}
          {backLink}
          <h1>
            <RichText text={heading ?? [title]} />
          </h1>
          <p className={css.stale} role="status">
            {stale}
          </p>
        </>
      )}
      {list && !isResult && (
        <>
          <p className="lead">{content.lead}</p>
          {form}
        </>
      )}
      {list && <List content={content} list={list} isAll={!isResult} />}
      {certificate && <Certificate content={content} certificate={certificate} />}
      {changes && <Changes content={content} changes={changes} />}
      {advice && (
        <div className="prose">
          <RichText text={advice} />
        </div>
      )}
      {ofBatch && (
        <section className="full">
          <h2>
            <RichText text={ofBatch.title} />
          </h2>
          <Table content={content} listed={ofBatch.listed} />
        </section>
      )}
      {!list && !isResult && form}
    </article>
  )
}

/** How a state is said by colour: yes, no, or neither. */
const tones: Partial<Record<WeaveState, string | undefined>> = {
  'in-force': css.yes,
  yes: css.yes,
  suspended: css.no,
  withdrawn: css.no,
  no: css.no,
}

/** From edge to edge, seen from two metres: the answer for a pack if it was asked for, else the state of the certificate. */
function Panel({ content, certificate, children }: Shown<'certificate'> & { children: ReactNode }) {
  const { title, stale, pack: words, view } = content
  const { answer, packed, batch } = certificate.pack
  // In place, the focus moves to the heading, with which a screen reader says what describes it.
  const descriptions = [answer && 'answer', packed.error && 'packed-error', batch.error && 'batch-error']
  const shown = answer?.outcome ?? certificate.state
  const [, plant] = certificate.details.find(([label]) => label === content.details.plant) ?? []
  return (
    <div className={`band ledger ${css.panel} ${tones[shown] ?? ''}`}>
      <Weave state={shown} size={160} />
      {children}
      <h1 aria-describedby={descriptions.filter(Boolean).join(' ') || undefined}>
        <RichText text={view.heading ?? [title]} />
      </h1>
      {answer ? (
        <div className={css.said} data-state-shown data-covered={answer.isCovered ?? 'unknown'}>
          <div id="answer">
            <p className={`serif ${css.word}`}>{words.in_a_word[answer.outcome]}</p>
            <p>
              <RichText text={answer.sentence} />
            </p>
          </div>
          <RichText text={answer.advice} />
        </div>
      ) : (
        <StateToday content={content} certificate={certificate} />
      )}
      <p className={`serif ${css.plant}`}>{plant}</p>
      <p className={css.stale} role="status">
        {stale}
      </p>
    </div>
  )
}

/** A state that changes while it is shown is announced; another certificate or language is not such a change. */
function StateToday({ content, certificate }: Shown<'certificate'>) {
  const { states, sheet } = content
  const { state, sentences, pack } = certificate
  return (
    <div className={css.said} data-state={state} data-state-shown aria-live="polite" key={content.title}>
      <p className={`serif ${pack.answer ? css.today : css.word}`}>{states[state]}</p>
      <RichText text={sentences} />
      <p className="note">{interpolate(sheet.day, content)}</p>
    </div>
  )
}

function Certificate({ content, certificate }: Shown<'certificate'>) {
  const { proof, sheet, details, history, differs, specimen } = content
  const { number, address, state, pack, isSpecimen } = certificate
  const code = `/c/${number}.svg`
  // What is compared with a pack comes first.
  const compared = [details.holder, details.plant, details.oval]
  const question = <PackQuestion content={content} certificate={certificate} />
  return (
    <>
      {isSpecimen && <p className={css.specimen}>{specimen}</p>}
      {pack.answer && (
        <details className={css.again}>
          <summary>{content.pack.again}</summary>
          {question}
        </details>
      )}
      {pack.answer && (
        <section className={css.now}>
          <Weave state={state} size={64} />
          <StateToday content={content} certificate={certificate} />
        </section>
      )}
      <div className={`full ${css.facts}`}>
        <Details details={certificate.details.filter(([label]) => compared.includes(label))} />
        {state === 'in-force' && <p>{differs}</p>}
      </div>
      {!pack.answer && question}
      <section className={`full ${css.facts}`}>
        <h2>{details.title}</h2>
        <Details details={certificate.details.filter(([label]) => !compared.includes(label))} />
      </section>
      {certificate.history.length > 0 && (
        <section data-state-shown className={`full ${css.facts}`}>
          <h2>{history.title}</h2>
          <ol className={`rows ${css.history}`}>
            {certificate.history.map(({ state, sentences }) => (
              <li className="ledger" key={JSON.stringify(sentences)}>
                <Weave state={state} size={32} />
                <div>
                  <RichText text={sentences} />
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
      <figure className={css.code}>
        <a href={code} download={`${number}.svg`}>
          <img src={code} alt="" width={160} height={160} />
          <span className="screen-only">{sheet.code}</span>
        </a>
        <figcaption>
          <span className="screen-only note">{sheet.print}</span>
          <span className={css.sheet}>{interpolate(sheet.proof, { address })}</span>
        </figcaption>
      </figure>
      <section className={css.proof}>
        <h2>{proof.title}</h2>
        <RichText text={interpolateRichText(proof.body, { address })} />
      </section>
    </>
  )
}

function Details({ details }: { details: [label: string, value: string, isName?: boolean][] }) {
  return (
    <dl className={`rows ${css.details}`}>
      {details.map(([label, value, isName]) => (
        <div className="ledger" key={label}>
          <dt>{label}</dt>
          <dd>{isName ? <Name of={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Asks for the day and the batch of a pack. A plain form, as the search is. */
function PackQuestion({ content, certificate }: Shown<'certificate'>) {
  const { title, packed, packed_hint, batch, batch_hint, submit } = content.pack
  const { number, pack } = certificate
  const hint = interpolate(packed_hint, { example: content.exampleDay })
  return (
    <section className={css.pack}>
      <h2>{title}</h2>
      <form
        action={`${content.search.action}/${number}`}
        className={css.question}
        noValidate
        key={JSON.stringify(pack)}
      >
        <Field
          name="packed"
          type="date"
          label={packed}
          hint={hint}
          error={pack.packed.error}
          defaultValue={pack.packed.value}
        />
        <Field
          name="batch"
          label={batch}
          hint={batch_hint}
          error={pack.batch.error}
          defaultValue={pack.batch.value}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
        />
        <button type="submit">{submit}</button>
      </form>
    </section>
  )
}
