import type { LineEntry } from '../../register/acts.ts'
import { type DecisionKind, outcomes } from '../../register/columns.ts'
import { isDay } from '../../register/day.ts'
import { isLine, tableOf } from '../../register/entries.ts'
import { type Certificate as CertificateLine, isSpecimen } from '../../register/register.ts'
import { isFinal } from '../../register/state.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { longDate } from '../../shared/long-date.ts'
import { describeEntry, describeWho, moment } from '../describe-act.ts'
import { mostBatches } from '../pasted-batches.ts'
import { fieldsOf, typedDay } from '../read-form.ts'
import { type Fields, type Form, fieldOf, type Scene, type Views } from '../scene.ts'
import { Facts } from './facts.tsx'
import { Act, ActForm, blank, Items, LineFields, TextField, Tick, useScene } from './form.tsx'
import { inWords, proposalsAbout, StateOf } from './lists.tsx'
import { Proposals } from './proposals.tsx'

/** A form with what it offers where nothing was typed. */
const offering = (form: Form, fields: Fields): Form => ({ ...form, fields: { ...fields, ...form.fields } })

export function New() {
  const { words, ledger, today, query, form } = useScene()
  const from = ledger.register.byNumber.get(fieldOf(query, 'copy'))
  const copied: Fields = from
    ? { ...fieldsOf({ ...from, entry: 'certificate' }), from: '', until: '' }
    : { country: 'ES' }
  const offered = offering(form, copied)
  const number = ledger.nextNumber(today)
  return (
    <>
      <h1>{words.new.title}</h1>
      <p className="lead">{words.new.lead}</p>
      <ActForm form={{ ...offered, fields: { ...offered.fields, number } }}>
        <TextField name="number" readOnly />
        <LineFields kinds={['certificate']} />
        <p className="office-buttons">
          <Act act="propose">{words.new.submit}</Act>
        </p>
      </ActForm>
    </>
  )
}

/** The entries about a certificate, the newest first, each in its last wording. */
function entriesOf(scene: Scene, number: string) {
  const { words, language, ledger, site } = scene
  const day = (at: number) => moment(at, language, site.settings.timeZone)
  const corrections = new Map(
    ledger
      .about(number)
      .flatMap(({ entry, at }) => (entry.entry === 'corrected' ? [[entry.of, { line: entry.line, at }]] : [])),
  )
  const entries = ledger.about(number).flatMap((effect) => {
    const { entry, id, at } = effect
    if (!isLine(entry)) return []
    const corrected = corrections.get(id)
    const isAnnulled = corrected?.line === null
    const what = describeEntry(corrected?.line ?? entry, scene)
    const on = corrected && interpolate(words.register.corrected_on, { day: day(corrected.at) })
    return {
      id,
      isAnnulled,
      said: entry.entry === 'certificate' ? undefined : (corrected?.line ?? entry),
      what: isAnnulled ? interpolate(words.acts.annulled, { was: what }) : what,
      who: [describeWho(effect, scene, day(at)), on].filter(Boolean).join(', '),
    }
  })
  return entries.reverse()
}

/** The decisions that the state permits. */
function permitted({ number, decisions }: CertificateLine): DecisionKind[] {
  if (isSpecimen(number) || decisions.some(({ decision }) => isFinal(decision))) return []
  return [decisions.at(-1)?.decision === 'suspended' ? 'lifted' : 'suspended', 'withdrawn', 'ended', 'replaced']
}

/** So many of its batches are offered to be named in a decision. */
const mostOffered = 100

/** A certificate: what is known, what the public sees, what waits, and what can be decided now. */
export function Certificate({ certificate }: Views['certificate']) {
  const scene = useScene()
  const { words, ledger, form, today } = scene
  const { number } = certificate
  const proposals = proposalsAbout(scene, number)
  const decisions = permitted(certificate)
  const batches = ledger.about(number).flatMap(({ entry }) => ('batch' in entry ? entry.batch : []))
  const typed = form.fields.proposal ? blank(form) : form
  return (
    <>
      <h1>
        <bdi translate="no">{number}</bdi>
      </h1>
      <p className="office-state">
        <StateOf certificate={certificate} size={40} /> {inWords(scene, certificate)}
      </p>
      {!isSpecimen(number) && (
        <p className="office-buttons">
          <a href={`/register/${number}/batches`}>{words.register.batches}</a>
          <a href={`/register/new?copy=${number}`}>{words.register.copy}</a>
        </p>
      )}
      {proposals.length > 0 && <Proposals proposals={proposals} />}
      <div className="office-columns">
        <div>
          <section>
            <h2>{words.register.entries}</h2>
            <Items className="office-entries" none={words.register.entries_none}>
              {entriesOf(scene, number).map(({ id, what, who, said, isAnnulled }) => (
                <li key={id}>
                  {what}
                  <span className="note">{who}</span>
                  {said && !('batch' in said) && <Facts entries={[said]} />}
                  {!isAnnulled && (
                    <a href={`/register/${number}?correct=${id}`} aria-label={`${words.register.correct}: ${what}`}>
                      {words.register.correct}
                    </a>
                  )}
                </li>
              ))}
            </Items>
          </section>
          <section>
            <h2>{words.register.act}</h2>
            {decisions.length === 0 ? (
              <p>{words.register.over}</p>
            ) : (
              <ActForm form={offering(typed, { day: typedDay(today) })}>
                <p className="note">{words.register.act_hint}</p>
                <LineFields kinds={decisions} batches={batches.reverse().slice(0, mostOffered)} />
                <p className="office-buttons">
                  {decisions.map((decision) => (
                    <Act key={decision} act={decision}>
                      {words.buttons[decision]}
                    </Act>
                  ))}
                </p>
              </ActForm>
            )}
          </section>
          <section>
            <h2>{words.register.facts}</h2>
            <Facts entries={[{ ...certificate, entry: 'certificate' }]} />
          </section>
        </div>
        <section>
          <h2>{words.register.public}</h2>
          <iframe title={words.register.public} src={`/public/${number}`} />
        </section>
      </div>
    </>
  )
}

export function Correct({ of: { id, entry: first } }: Views['correct']) {
  const scene = useScene()
  const { words, ledger, form } = scene
  const wordings = ledger
    .about(ledger.aboutOf(first))
    .flatMap(({ entry }) => (entry.entry === 'corrected' && entry.of === id && entry.line ? entry.line : []))
  const line = wordings.at(-1) ?? (first as LineEntry)
  return (
    <>
      <h1>{interpolate(words.correct.title, { what: describeEntry(line, scene) })}</h1>
      <p className="lead">{words.correct.lead}</p>
      <ActForm form={offering(form, fieldsOf(line))}>
        <LineFields kinds={[line.entry]} />
        {tableOf(line) !== 'certificates' && <Tick name="annul" label={words.correct.annul} />}
        <TextField name="why" label={words.correct.why} />
        <p className="office-buttons">
          <Act act="correct">{words.correct.submit}</Act>
        </p>
      </ActForm>
    </>
  )
}

/** Decisions on batches: one, or as many lines as a spreadsheet has, shown as they were read before they are proposed. */
export function Batches({ number, pasted }: Views['batches']) {
  const { words, form } = useScene()
  const texts = words.batches
  const isPasted = form.fields.lines !== undefined
  const several = isPasted ? form : blank(form)
  return (
    <>
      <p>
        <a href={`/register/${number}`}>{number}</a>
      </p>
      <h1>{interpolate(texts.title, { number })}</h1>
      <p className="lead">{texts.lead}</p>
      <div className="office-columns">
        {!pasted && (
          <section>
            <h2>{texts.one}</h2>
            <ActForm form={isPasted ? blank(form) : form}>
              <LineFields kinds={[...outcomes]} />
              <p className="office-buttons">
                <Act act="propose">{texts.submit}</Act>
              </p>
            </ActForm>
          </section>
        )}
        <section>
          <h2>{pasted ? texts.read : texts.paste}</h2>
          <ActForm form={several} id="pasted-">
            {pasted && <Read {...pasted} />}
            <TextField name="lines" label={texts.lines} hint={texts.lines_hint} multiline rows={pasted ? 4 : 10} />
            <TextField name="day" />
            <p className="office-buttons">
              {pasted && isRight(pasted, form) && <Act act="propose">{texts.propose}</Act>}
              <Act act="preview" isQuiet={pasted !== undefined}>
                {texts.preview}
              </Act>
            </p>
          </ActForm>
        </section>
      </div>
    </>
  )
}

type Pasted = NonNullable<Views['batches']['pasted']>

const isRight = ({ batches }: Pasted, { wrong }: Form) =>
  !wrong &&
  batches.length > 0 &&
  batches.length <= mostBatches &&
  batches.every(({ outcome, day }) => outcome && isDay(day))

/** Pasted lines as they were read. */
function Read({ batches, passed }: Pasted) {
  const { words, language, form, today } = useScene()
  const counts = Map.groupBy(batches, ({ outcome }) => outcome)
  const values = {
    accepted: counts.get('accepted')?.length ?? 0,
    rejected: counts.get('refused')?.length ?? 0,
    passed: passed.length,
  }
  const isFitting = batches.length > 0 && batches.length <= mostBatches
  return (
    <>
      <p>{interpolate(isFitting ? words.batches.summary : words.wrong.lines, values)}</p>
      <table>
        <thead>
          <tr>
            {(['batch', 'decision', 'day'] as const).map((name) => (
              <th key={name} scope="col">
                {words.fields[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batches.map(({ line, batch, outcome, day }, place) => {
            const undecided = isDay(day)
              ? !outcome && words.batches.undecided
              : interpolate(words.wrong.date, { example: typedDay(today) })
            const error = undecided || form.wrong?.errors[`lines-${place}`]
            return (
              <tr key={line} data-wrong={error ? true : undefined}>
                <td translate="no">{batch}</td>
                <td>{error || (outcome && words.outcomes[outcome])}</td>
                <td>{isDay(day) ? longDate(day, language) : day}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {passed.map((line) => (
        <p key={line} className="note">{`${words.batches.passed}: ${line}`}</p>
      ))}
    </>
  )
}
