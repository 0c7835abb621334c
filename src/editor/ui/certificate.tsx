import { useState } from 'react'
import { foldBatch } from '../../register/batch.ts'
import { draftOf } from '../../register/draft.ts'
import type { Decision } from '../../register/register.ts'
import { stateOn } from '../../register/state.ts'
import { interpolate } from '../../shared/interpolate.ts'
import type { State } from '../../shared/register-page.ts'
import { Weave } from '../../site/components/weave/weave.tsx'
import { isWithin, lineName, within } from '../content-paths.ts'
import list from './contents.module.css'
import css from './editor.module.css'
import { Button } from './parts.tsx'
import { ask } from './question.tsx'
import { useSite } from './site.ts'
import { edit, goToNew, useEditor } from './store.ts'
import { Value } from './values.tsx'

type DecisionKind = Decision['decision']

/** The decisions that a state permits; nothing comes after a final one. */
const permitted: Record<State, DecisionKind[]> = {
  'in-force': ['suspended', 'withdrawn', 'ended', 'replaced'],
  suspended: ['lifted', 'withdrawn', 'ended', 'replaced'],
  'not-yet': ['withdrawn', 'ended'],
  expired: [],
  withdrawn: [],
  ended: [],
  replaced: [],
}

/** The day of this computer: sv-SE formats ISO 8601. */
export const today = () => new Date().toLocaleDateString('sv-SE')

/** As on the site: the words say the state, weave and colour repeat it. */
export function StateBadge({ state }: { state: State }) {
  const states = useSite().wordsOf('register.yml#states')
  return (
    <span className={list.state} data-state={state}>
      <Weave state={state} /> {states[state]}
    </span>
  )
}

/** Of a plant's batches, the last ones are what somebody looks for. */
const mostListed = 20

/** Decisions and batches of no certificate, below the list: each has to be corrected or removed. */
export function StrayLines() {
  const site = useSite()
  const certificates = site.linesIn('certificates')
  const strays = (['decisions', 'batches'] as const).flatMap((table) =>
    site.namesOf(table, ({ number }) => !(number in certificates)),
  )
  return strays
    .slice(0, mostListed)
    .map((name) => <Value key={name} names={[name]} ownTitle={site.lineTitle(name)} isItem />)
}

/** The decisions of a certificate and its batches, below its facts. */
export function CertificateLines({ number }: { number: string }) {
  const site = useSite()
  const { register: words } = site.words
  const { address } = useEditor(({ location }) => location)
  const [isAll, showAll] = useState(false)
  const isOwn = (line: { number: string }) => line.number === number
  const facts = site.linesIn('certificates')[number]
  const decisions = Object.values(site.linesIn('decisions')).filter(isOwn)
  const batches = site.namesOf('batches', isOwn)
  const shownBatches = batches.filter(
    (name, index) => isAll || index >= batches.length - mostListed || isWithin(address, name),
  )
  if (!facts) return null
  const draft = draftOf(facts, decisions)
  // Also a decision to come decides what can come after it.
  const last = [today(), ...draft.decisions.map(({ day }) => day)].toSorted().at(-1) ?? ''
  /** Adds lines by their names. One that is there stays as it is, and is reported: it may be what was published. */
  const addLines = async (lines: Record<string, Record<string, string>>, problem: string) => {
    const isThere = (name: string) => site.treeOf(name) !== undefined
    const added = Object.keys(lines).filter((name) => !isThere(name))
    for (const name of added) await edit([name], (was) => was ?? lines[name] ?? null)
    if (Object.keys(lines).some(isThere)) await ask(problem, 'notice')
    return added
  }
  const decide = async (decision: DecisionKind) => {
    const day = await ask(words.day, 'date')
    if (!day) return
    const name = lineName('decisions', `${number}/${day}`)
    const added = await addLines({ [name]: { number, day, decision } }, site.words.problems.register_same_day)
    if (added.length > 0) goToNew(within(name, 'reason'), name)
  }
  const addBatches = async (typed = '') => {
    const lines = typed.split('\n').flatMap((line) => {
      const cells = line.split(/[;,\t]/).map((cell) => cell.trim() || undefined)
      const [batch = '', decision = 'accepted', day = today()] = cells
      const name = lineName('batches', `${number}/${foldBatch(batch)}`)
      return batch ? [[name, { number, batch, decision, day }] as const] : []
    })
    const there = lines.flatMap(([name, { batch }]) => (site.treeOf(name) === undefined ? [] : batch))
    await addLines(Object.fromEntries(lines), interpolate(site.words.problems.twice, { name: there.join(', ') }))
  }
  /** Lines are named after what they say besides the number of their certificate. */
  const asValue = (name: string) => <Value key={name} names={[name]} ownTitle={site.lineTitle(name, 1)} isItem />
  return (
    <>
      <h2>
        {site.words.fields.decisions} <StateBadge state={stateOn(draft, today())} />
      </h2>
      {site.namesOf('decisions', isOwn).map(asValue)}
      <p className={css.inline}>
        {permitted[stateOn(draft, last)].map((decision) => (
          <Button
            key={decision}
            word={words[decision]}
            icon={<Weave state={decision === 'lifted' ? 'in-force' : decision} />}
            onClick={() => decide(decision)}
          />
        ))}
      </p>
      <h2>{site.words.fields.batches}</h2>
      {shownBatches.map(asValue)}
      <p className={css.inline}>
        {shownBatches.length < batches.length && (
          <Button
            word={interpolate(words.all_batches, { count: batches.length })}
            sign="down"
            onClick={() => showAll(true)}
          />
        )}
        <Button word={words.add_batch} sign="add" onClick={async () => addBatches(await ask(words.batch, 'lines'))} />
      </p>
    </>
  )
}
