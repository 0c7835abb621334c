import type { LineEntry } from '../../register/acts.ts'
import { type DecisionKind, type Outcome, outcomes } from '../../register/columns.ts'
import { isDay } from '../../register/day.ts'
import { isLine, tableOf } from '../../register/entries.ts'
import { type Certificate as CertificateLine, isSpecimen } from '../../register/register.ts'
import { decisionsUntil, isFinal } from '../../register/state.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { longDate } from '../../shared/long-date.ts'
import { describeEntry, describeWho } from '../describe-act.ts'
import { mostBatches, type Pasted } from '../pasted-batches.ts'
import { fieldsOf, typedDay } from '../read-form.ts'
import { type Fields, type Form, fieldOf, type Scene, type Views } from '../scene.ts'
import { Facts } from './facts.tsx'
import { Act, ActForm, blank, Items, LineFields, TextField, Tick, useScene } from './form.tsx'
import { inWords, namesOf, proposalsAbout, StateOf } from './lists.tsx'
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

/** The entries about a certificate, the newest first, each in its last wording; `line` is null if it was annulled. */
function entriesOf(scene: Scene, number: string) {
  const { words, ledger } = scene
  const about = ledger.about(number)
  const corrections = new Map(
    about.flatMap(({ entry, ...effect }) => (entry.entry === 'corrected' ? [[entry.of, { ...effect, entry }]] : [])),
  )
  const entries = about.flatMap((effect) => {
    const { entry, id } = effect
    if (!isLine(entry)) return []
    const corrected = corrections.get(id)
    const line = corrected ? corrected.entry.line : entry
    const who = [describeWho(effect, scene)]
    if (corrected)
      who.push(
        interpolate(words.register[line ? 'corrected' : 'annulled'], {
          who: describeWho(corrected, scene),
          why: corrected.entry.why,
        }),
      )
    return { id, line, what: describeEntry(line ?? entry, scene), who }
  })
  return entries.reverse()
}

/** The decisions that are permitted. Until the day of an end that is decided, it can still be suspended at once. */
function permitted(certificate: CertificateLine, today: string): DecisionKind[] {
  const made = decisionsUntil(certificate, today)
  const last = certificate.decisions.at(-1)?.decision
  if (made.some(({ decision }) => isFinal(decision))) return []
  const kinds: (DecisionKind | false)[] = [
    made.at(-1)?.decision !== 'suspended' && 'suspended',
    last === 'suspended' && 'lifted',
    ...(last && isFinal(last) ? [] : (['withdrawn', 'ended', 'replaced'] as const)),
  ]
  return kinds.filter((kind) => kind !== false)
}

/** So many of its batches, the last ones, are offered to be named in a decision. */
const mostOffered = 100
const byName = new Intl.Collator([], { numeric: true })

/** A certificate: what waits, what can be decided now, what the public sees, and what was decided. */
export function Certificate({ certificate }: Views['certificate']) {
  const scene = useScene()
  const { words, form, today } = scene
  const { number } = certificate
  const proposals = proposalsAbout(scene, number)
  const decisions = permitted(certificate, today)
  const entries = entriesOf(scene, number)
  const batches = entries.flatMap(({ line }) => (line && 'batch' in line ? line.batch : [])).slice(0, mostOffered)
  const typed = form.fields.proposal ? blank(form) : form
  return (
    <>
      <h1>
        <bdi translate="no">{number}</bdi>
      </h1>
      <p translate="no">{namesOf(scene, certificate)}</p>
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
        {!isSpecimen(number) && (
          <section>
            <h2>{words.register.act}</h2>
            {decisions.length === 0 ? (
              <p>{words.register.over}</p>
            ) : (
              <ActForm form={offering(typed, { day: typedDay(today) })}>
                {/* Enter in a field presses the first button: none of the decisions. */}
                <button type="submit" disabled hidden />
                <p className="note">{words.register.act_hint}</p>
                <LineFields kinds={decisions} batches={batches.sort(byName.compare)} />
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
        )}
        <section>
          <h2>{words.register.public}</h2>
          <iframe title={words.register.public} src={`/public/${number}`} />
        </section>
      </div>
      <h2>{words.register.entries}</h2>
      <Items className="office-entries" none={words.register.entries_none}>
        {entries.map(({ id, line, what, who }) => (
          <li key={id}>
            <p>{line ? what : <s>{what}</s>}</p>
            {who.map((each) => (
              <p key={each} className="note">
                {each}
              </p>
            ))}
            {line && !('batch' in line) && <Facts entries={[line]} />}
            {line && (
              <a href={`/register/${number}?correct=${id}`} aria-label={`${words.register.correct}: ${what}`}>
                {words.register.correct}
              </a>
            )}
          </li>
        ))}
      </Items>
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
        {tableOf(line) !== 'certificates' && <Tick name="annul" />}
        <TextField name="why" />
        <p className="office-buttons">
          <Act act="correct">{words.correct.submit}</Act>
        </p>
      </ActForm>
    </>
  )
}

/** Decisions on batches: one, or as many lines as a spreadsheet has, shown as they were read before they are proposed. */
export function Batches({ number, pasted }: Views['batches']) {
  const { words, form, today } = useScene()
  const texts = words.batches
  const errors = pasted?.batches.map(({ outcome, day }, place) => {
    if (!isDay(day)) return interpolate(words.wrong.date, { example: typedDay(today) })
    return outcome ? form.wrong?.errors[`lines-${place}`] : texts.undecided
  })
  const isRight = errors && errors.length > 0 && errors.length <= mostBatches && !errors.some(Boolean)
  return (
    <>
      <p>
        <a href={`/register/${number}`}>{number}</a>
      </p>
      <h1>{interpolate(texts.title, { number })}</h1>
      <p className="lead">{texts.lead}</p>
      <div className={pasted ? undefined : 'office-columns'}>
        {!pasted && (
          <section>
            <h2>{texts.one}</h2>
            <ActForm form={form}>
              <LineFields kinds={[...outcomes]} />
              <p className="office-buttons">
                <Act act="propose">{texts.submit}</Act>
              </p>
            </ActForm>
          </section>
        )}
        <section>
          <h2>{pasted ? texts.read : texts.paste}</h2>
          <ActForm form={offering(pasted ? form : blank(form), { day: typedDay(today) })} id="pasted-">
            {pasted && <Read {...pasted} errors={errors ?? []} />}
            {pasted && !isRight && <p className="office-error">{texts.incomplete}</p>}
            <TextField name="lines" multiline rows={pasted ? 4 : 10} />
            <TextField name="day" label={texts.day} />
            <p className="office-buttons">
              {isRight && <Act act="propose">{texts.propose}</Act>}
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

/** Pasted lines as they were read, each with what is wrong in it. */
function Read({ batches, passed, errors }: Pasted & { errors: (string | undefined)[] }) {
  const { words, language } = useScene()
  const countOf = (decided: Outcome) =>
    batches.filter(({ outcome }, place) => outcome === decided && !errors[place]).length
  const values = {
    accepted: countOf('accepted'),
    rejected: countOf('refused'),
    incomplete: errors.filter(Boolean).length,
    passed: passed.length,
  }
  return (
    <>
      <p>{interpolate(words.batches.summary, values)}</p>
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
          {batches.map(({ line, batch, outcome, day, isDayMissing }, place) => (
            <tr key={line} id={`pasted-lines-${place}`} data-wrong={errors[place] ? true : undefined}>
              <td translate="no">{batch}</td>
              <td>{errors[place] || (outcome && words.outcomes[outcome])}</td>
              <td>
                {isDay(day) ? longDate(day, language) : day}
                {isDayMissing && <span className="note"> {words.batches.day_missing}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {passed.map((line) => (
        <p key={line} className="note">
          {interpolate(words.named, { label: words.batches.passed, value: line })}
        </p>
      ))}
    </>
  )
}
