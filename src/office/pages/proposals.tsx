import { interpolate } from '../../shared/interpolate.ts'
import type { Form, OfficeWords, ProposalView } from '../view.ts'
import { Act, ActForm } from './form.tsx'

/** What waits for a second person, each with its answers: for others to agree or decline, for the proposer to take back. */
export const Proposals = ({
  proposals,
  words,
  form,
}: {
  proposals: ProposalView[]
  words: OfficeWords
  form: Form
}) => (
  <ul className="office-cards">
    {proposals.map((proposal) => (
      <li key={proposal.sequence} id={`proposal-${proposal.sequence}`}>
        <Proposal proposal={proposal} words={words} form={answered(form, proposal)} />
      </li>
    ))}
  </ul>
)

/** Only the form of the proposal that was answered says what is wrong. */
const answered = ({ fields, seen, wrong }: Form, { sequence }: ProposalView): Form =>
  fields.proposal === String(sequence) ? { fields, seen, wrong } : { fields: {}, seen }

function Proposal({ proposal, words, form }: { proposal: ProposalView; words: OfficeWords; form: Form }) {
  const { sequence, hash, who, what, also, about, isOwn, isOfBatch } = proposal
  const why = `why-${sequence}`
  return (
    <ActForm form={form} words={words}>
      <ul className="office-what">
        {what.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {also.map((line) => (
        <p key={line}>{interpolate(words.waiting.also, { what: line })}</p>
      ))}
      <p className="note">{who}</p>
      {about && (
        <p>
          <a href={`/register/${about}`}>{about}</a>
        </p>
      )}
      <input type="hidden" name="proposal" value={sequence} />
      <input type="hidden" name="hash" value={hash} />
      {isOwn ? (
        <Act act="take_back" isQuiet>
          {words.waiting.take_back}
        </Act>
      ) : (
        <>
          {isOfBatch && (
            <label className="office-tick">
              <input type="checkbox" name="absent" value="yes" defaultChecked={form.fields.absent !== undefined} />{' '}
              {words.waiting.absent}
            </label>
          )}
          {form.wrong?.errors.absent && <p className="office-error">{form.wrong.errors.absent}</p>}
          <Act act="agree">{interpolate(words.waiting.agree, { what: what[0] ?? '' })}</Act>
          <details open={form.wrong?.errors.why !== undefined}>
            <summary>{words.waiting.decline}</summary>
            <label htmlFor={why}>{words.waiting.why}</label>
            <p className="note" id={`${why}-hint`}>
              {words.waiting.why_hint}
            </p>
            {form.wrong?.errors.why && <p className="office-error">{form.wrong.errors.why}</p>}
            <input id={why} name="why" defaultValue={String(form.fields.why ?? '')} aria-describedby={`${why}-hint`} />
            <Act act="decline" isQuiet>
              {words.waiting.decline}
            </Act>
          </details>
        </>
      )}
    </ActForm>
  )
}
