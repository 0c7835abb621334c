import { interpolate } from '../../shared/interpolate.ts'
import { Weave } from '../../site/components/weave/weave.tsx'
import type { Choices, Form, Frame, OfficeView, OfficeWords } from '../view.ts'
import { Act, ActForm, Select, TextField, Ticks } from './form.tsx'
import { Proposals } from './proposals.tsx'

type Of<Kind extends OfficeView['kind']> = { view: Extract<OfficeView, { kind: Kind }>; frame: Frame }
type Fieldset = { form: Form; words: OfficeWords; choices: Choices }

const CertificateFields = ({ form, words, choices }: Fieldset) => (
  <>
    <TextField name="holder" hint={words.fields.holder_hint} {...{ form, words }} />
    <TextField name="plant" {...{ form, words }} />
    <TextField name="oval" hint={words.fields.oval_hint} {...{ form, words }} />
    <TextField name="town" {...{ form, words }} />
    <Select name="country" options={choices.country} {...{ form, words }} />
    <Ticks name="covers" options={choices.covers} {...{ form, words }} />
    <TextField name="brands" {...{ form, words }} />
    <TextField name="from" {...{ form, words }} />
    <TextField name="until" {...{ form, words }} />
  </>
)

export const NewCertificate = ({ view, frame: { words } }: Of<'new'>) => (
  <>
    <h1>{words.new.title}</h1>
    <p className="lead">{words.new.lead}</p>
    <ActForm form={view.form} words={words}>
      <TextField name="number" form={view.form} words={words} readOnly />
      <CertificateFields form={view.form} words={words} choices={view.choices} />
      <Act act="propose">{words.new.submit}</Act>
    </ActForm>
  </>
)

/** A certificate: what is known, what the public sees, what waits, and what can be decided now. */
export function Certificate({ view, frame: { words } }: Of<'certificate'>) {
  const { number, state, inWords, facts, entries, proposals, decisions, batches, form, choices } = view
  const hint = interpolate(words.fields.day_hint, { example: view.example })
  return (
    <>
      <h1>
        <bdi translate="no">{number}</bdi>
      </h1>
      <p className="office-state">
        <Weave state={state} size={40} /> {inWords}
      </p>
      <p className="office-buttons">
        <a href={`/register/${number}/batches`}>{words.register.batches}</a>
        <a href={`/register/new?copy=${number}`}>{words.register.copy}</a>
      </p>
      {proposals.length > 0 && <Proposals proposals={proposals} words={words} form={form} />}
      <div className="office-columns">
        <div>
          <section>
            <h2>{words.register.entries}</h2>
            {entries.length === 0 && <p>{words.register.entries_none}</p>}
            <ul className="office-entries">
              {entries.map(({ id, what, who, corrected, isCorrectable }) => (
                <li key={id}>
                  {what}
                  <span className="note">
                    {who}
                    {corrected && `, ${corrected}`}
                  </span>
                  {isCorrectable && (
                    <a href={`/register/${number}?correct=${id}`} aria-label={`${words.register.correct}: ${what}`}>
                      {words.register.correct}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2>{words.register.act}</h2>
            {decisions.length === 0 ? (
              <p>{words.register.over}</p>
            ) : (
              <ActForm form={form.fields.proposal ? { fields: {}, seen: form.seen } : form} words={words}>
                <p className="note">{words.register.act_hint}</p>
                <TextField name="day" hint={hint} {...{ form, words }} />
                <Select name="reason" options={choices.reasons} none={words.fields.none} {...{ form, words }} />
                {batches.length > 0 && (
                  <Ticks
                    name="batches_known"
                    legend={words.register.ticks}
                    options={batches.map((batch) => [batch, batch])}
                    {...{ form, words }}
                  />
                )}
                <TextField name="batches" hint={words.fields.batches_hint} {...{ form, words }} />
                <TextField name="replaced_by" {...{ form, words }} />
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
            <dl>
              {facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd translate="no">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
        <section>
          <h2>{words.register.public}</h2>
          <iframe title={words.register.public} src={view.publicPage} />
        </section>
      </div>
    </>
  )
}

export function Correct({ view, frame: { words } }: Of<'correct'>) {
  const { form, choices, table, outcome } = view
  const fields = { form, words, choices }
  return (
    <>
      <h1>{interpolate(words.correct.title, { what: view.what })}</h1>
      <p className="lead">{words.correct.lead}</p>
      <ActForm form={form} words={words}>
        {table === 'certificates' && <CertificateFields {...fields} />}
        {table === 'decisions' && (
          <>
            <TextField name="day" {...{ form, words }} />
            <Select name="reason" options={choices.reasons} none={words.fields.none} {...{ form, words }} />
            <TextField name="batches" {...{ form, words }} />
            {outcome === 'replaced' && <TextField name="replaced_by" {...{ form, words }} />}
          </>
        )}
        {table === 'batches' && (
          <>
            <TextField name="batch" {...{ form, words }} />
            <Outcome form={form} words={words} />
            <TextField name="day" {...{ form, words }} />
          </>
        )}
        {view.canAnnul && (
          <label className="office-tick">
            <input type="checkbox" name="annul" value="yes" defaultChecked={form.fields.annul !== undefined} />{' '}
            {words.correct.annul}
          </label>
        )}
        <TextField name="why" label={words.correct.why} {...{ form, words }} />
        <Act act="correct">{words.correct.submit}</Act>
      </ActForm>
    </>
  )
}

const Outcome = ({ form, words, none }: { form: Form; words: OfficeWords; none?: string }) => (
  <Select
    name="decision"
    options={[
      ['accepted', words.outcomes.accepted],
      ['refused', words.outcomes.refused],
    ]}
    {...(none !== undefined && { none })}
    {...{ form, words }}
  />
)

/** Decisions on batches: one, or as many lines as a spreadsheet has, shown as they were read before they are proposed. */
export function Batches({ view, frame: { words } }: Of<'batches'>) {
  const { form, read, number } = view
  const isPasted = form.fields.lines !== undefined
  const rest: Form = { fields: {}, seen: form.seen }
  const one = isPasted ? rest : form
  const several = isPasted ? form : rest
  return (
    <>
      <p>
        <a href={`/register/${number}`}>{number}</a>
      </p>
      <h1>{interpolate(words.batches.title, { number: number })}</h1>
      <p className="lead">{words.batches.lead}</p>
      <div className="office-columns">
        {!isPasted && (
          <section>
            <h2>{words.batches.one}</h2>
            <ActForm form={one} words={words}>
              <TextField name="batch" form={one} words={words} />
              <Outcome form={one} words={words} />
              <TextField
                name="day"
                hint={interpolate(words.fields.day_hint, { example: view.example })}
                form={one}
                words={words}
              />
              <Act act="propose">{words.batches.submit}</Act>
            </ActForm>
          </section>
        )}
        <section>
          <h2>{read ? words.batches.read : words.batches.paste}</h2>
          <ActForm form={several} words={words}>
            {read && (
              <>
                <p>{read.summary}</p>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{words.fields.batch}</th>
                      <th scope="col">{words.fields.decision}</th>
                      <th scope="col">{words.fields.day}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {read.rows.map(({ batch, outcome, day, error }, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and the page is never rendered again
                      <tr key={index} data-wrong={error ? true : undefined}>
                        <td translate="no">{batch}</td>
                        <td>{error ?? outcome}</td>
                        <td>{day}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {read.passed.map((line) => (
                  <p key={line} className="note">
                    {`${words.batches.passed}: ${line}`}
                  </p>
                ))}
              </>
            )}
            <TextField
              name="lines"
              label={words.batches.lines}
              hint={words.batches.lines_hint}
              multiline
              rows={read ? 4 : 10}
              form={several}
              words={words}
            />
            {!read && <TextField name="day" form={several} words={words} id="lines-day" />}
            {read && <input type="hidden" name="day" value={String(several.fields.day ?? '')} />}
            <p className="office-buttons">
              {read?.isRight && !read.rows.some(({ error }) => error) && (
                <Act act="propose">{words.batches.propose}</Act>
              )}
              <Act act="preview" isQuiet={read !== undefined}>
                {words.batches.preview}
              </Act>
            </p>
          </ActForm>
        </section>
      </div>
    </>
  )
}
