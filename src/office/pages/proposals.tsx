import { takesTwo } from '../../register/acts.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { asksAbsent } from '../check-act.ts'
import { describeEntries, moment, nameEntries } from '../describe-act.ts'
import type { Proposal } from '../ledger.ts'
import { fieldOf } from '../scene.ts'
import { What } from './facts.tsx'
import { Act, ActForm, blank, Items, TextField, Tick, useScene } from './form.tsx'

/** What waits for a second person, each with its answers: for others to agree or decline, for the proposer to take back. */
export const Proposals = ({ proposals, none = '' }: { proposals: Proposal[]; none?: string }) => (
  <Items className="office-cards" none={none}>
    {proposals.map((proposal) => (
      <li key={proposal.sequence} id={`proposal-${proposal.sequence}`}>
        <Answers {...proposal} />
      </li>
    ))}
  </Items>
)

function Answers({ sequence, hash, at, person, ...proposal }: Proposal) {
  const scene = useScene()
  const { words, language, ledger, site } = scene
  const entries = proposal.entries.map(([, entry]) => entry)
  const act = ledger.acts[sequence - 1]?.act
  const taken = act && 'entries' in act ? act.entries.filter((entry) => !takesTwo(entry)) : []
  const about = entries[0] && ledger.aboutOf(entries[0])
  const isOwn = person === scene.person
  const day = moment(at, language, site.settings.timeZone)
  // Only the form of the proposal that was answered says what is wrong, and of its two that with the button.
  const answered = scene.form.fields.proposal === String(sequence) ? scene.form : blank(scene.form)
  const isDeclined = fieldOf(answered.fields, 'act') === 'decline'
  const ids = (
    <>
      <input type="hidden" name="proposal" value={sequence} />
      <input type="hidden" name="hash" value={hash} />
    </>
  )
  return (
    <>
      <What what={describeEntries(entries, scene)} entries={entries} />
      {describeEntries(taken, scene).map((line) => (
        <p key={line}>{interpolate(words.waiting.also, { what: line })}</p>
      ))}
      <p className="note">
        {interpolate(words.waiting.proposed, { person: ledger.people.get(person)?.name ?? '', day })}
      </p>
      {about && ledger.register.byNumber.has(about) && (
        <p>
          <a href={`/register/${about}`}>{about}</a>
        </p>
      )}
      <ActForm form={isDeclined ? blank(answered) : answered} id={`agree-${sequence}-`}>
        {ids}
        {!isOwn && asksAbsent(entries) && <Tick name="absent" />}
        <p className="office-buttons">
          <Act act={isOwn ? 'take_back' : 'agree'} isQuiet={isOwn}>
            {isOwn ? words.waiting.take_back : interpolate(words.waiting.agree, { what: nameEntries(entries, scene) })}
          </Act>
        </p>
      </ActForm>
      {!isOwn && (
        <details open={isDeclined}>
          <summary>{words.waiting.decline}</summary>
          <ActForm form={isDeclined ? answered : blank(answered)} id={`decline-${sequence}-`}>
            {ids}
            <TextField name="why" />
            <p className="office-buttons">
              <Act act="decline" isQuiet>
                {words.waiting.decline}
              </Act>
            </p>
          </ActForm>
        </details>
      )}
    </>
  )
}
