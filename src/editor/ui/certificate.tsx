import { type ReactNode, useState } from 'react'
import { isBranch } from '../../content/text-tree.ts'
import { foldBatch } from '../../register/batch.ts'
import { isDay } from '../../register/day.ts'
import type { Decision } from '../../register/register.ts'
import { stateOn } from '../../register/state.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { longDate } from '../../shared/long-date.ts'
import type { State } from '../../shared/register-page.ts'
import { StateSign } from '../../site/components/state-sign/state-sign.tsx'
import { isWithin, tableFiles, within } from '../content-paths.ts'
import list from './contents.module.css'
import css from './editor.module.css'
import { Button, ItemButtons } from './parts.tsx'
import { ask } from './question.tsx'
import { type Site, useSite } from './site.ts'
import { edit, goToNew, useEditor } from './store.ts'

const [certificates = '', decisionsFile = '', batchesFile = ''] = tableFiles

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

/** As on the site: the words say the state, sign and colour repeat it. */
export function StateBadge({ state }: { state: State }) {
  const states = useSite().wordsOf('register.yml#states')
  return (
    <span className={list.state} data-state={state}>
      <StateSign state={state} /> {states[state]}
    </span>
  )
}

/** Of a plant's batches, the last ones are what somebody looks for. */
const mostListed = 20

type Line = [name: string, line: Record<string, string>]

/** The lines of a table that belong to some certificates, by their names. */
function linesOf(site: Site, file: string, isMeant: (number: string) => boolean): Line[] {
  const lines = Object.entries((site.treeOf(`${file}#`) ?? {}) as Record<string, Record<string, string>>)
  return lines.filter(([, { number = '' }]) => isMeant(number)).map(([key, line]) => [`${file}#${key}`, line])
}

/** @param values draws the values of a line */
type LinesProps = { number: string; values: (name: string) => ReactNode }

/** Decisions and batches of no certificate, below the list: each has to be corrected or removed. */
export function StrayLines({ values }: Pick<LinesProps, 'values'>) {
  const site = useSite()
  const { certificates } = site
  const strays = [decisionsFile, batchesFile].flatMap((file) =>
    linesOf(site, file, (number) => !(number in certificates)),
  )
  return (
    <Lines
      lines={strays.slice(0, mostListed)}
      titleOf={(line) => Object.values(line).filter(Boolean).join(' · ')}
      values={values}
    />
  )
}

/** The decisions of a certificate and its batches, below its facts. */
export function CertificateLines({ number, values }: LinesProps) {
  const site = useSite()
  const { register: words } = site.words
  const [names, reasons, outcomes] = ['decisions', 'reasons', 'outcomes'].map((group) =>
    site.wordsOf(`register.yml#${group}`),
  ) as [Record<string, string>, Record<string, string>, Record<string, string>]
  // A day that is none is shown as it is written: the check reports it.
  const dayInWords = (day: string) => (isDay(day) ? longDate(day, site.language) : day)
  const { address } = useEditor(({ location }) => location)
  const [isAll, showAll] = useState(false)
  const facts = site.treeOf(`${certificates}#${number}`)
  const decisions = linesOf(site, decisionsFile, (each) => each === number)
  const batches = linesOf(site, batchesFile, (each) => each === number)
  const shownBatches = batches.filter(
    ([name], index) => isAll || index >= batches.length - mostListed || isWithin(address, name),
  )
  if (!isBranch(facts)) return null
  // Also a decision to come decides what can come after it.
  const last = decisions.map(([, { day = '' }]) => day).reduce((one, other) => (one > other ? one : other), today())
  const inOrder = decisions.map(([, line]) => line).sort((one, other) => ((one.day ?? '') < (other.day ?? '') ? -1 : 1))
  const stateAt = (day: string) => stateOn({ ...facts, decisions: inOrder } as never, day)
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
    const name = `${decisionsFile}#${number}/${day}`
    const added = await addLines({ [name]: { number, day, decision } }, site.words.problems.register_same_day)
    if (added.length > 0) goToNew(within(name, 'reason'), name)
  }
  const addBatches = async (typed = '') => {
    const lines = typed.split('\n').flatMap((line) => {
      const cells = line.split(/[;,\t]/).map((cell) => cell.trim() || undefined)
      const [batch = '', decision = 'accepted', day = today()] = cells
      return batch ? [[`${batchesFile}#${number}/${foldBatch(batch)}`, { number, batch, decision, day }] as const] : []
    })
    const there = lines.flatMap(([name, { batch }]) => (site.treeOf(name) === undefined ? [] : batch))
    await addLines(Object.fromEntries(lines), interpolate(site.words.problems.twice, { name: there.join(', ') }))
  }
  return (
    <>
      <h2>
        {site.label(`${decisionsFile}#`)} <StateBadge state={stateAt(today())} />
      </h2>
      <Lines
        lines={decisions}
        titleOf={({ decision = '', day = '', reason = '', batches = '' }) =>
          [names[decision], dayInWords(day), reasons[reason], batches].filter(Boolean).join(' · ')
        }
        values={values}
      />
      <p className={css.inline}>
        {permitted[stateAt(last)].map((decision) => (
          <Button
            key={decision}
            word={words[decision]}
            icon={<StateSign state={decision === 'lifted' ? 'in-force' : decision} />}
            onClick={() => decide(decision)}
          />
        ))}
      </p>
      <h2>{site.label(`${batchesFile}#`)}</h2>
      <Lines
        lines={shownBatches}
        titleOf={({ batch = '', decision = '', day = '' }) =>
          [batch, outcomes[decision], dayInWords(day)].filter(Boolean).join(' · ')
        }
        values={values}
      />
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

type LinesOfTableProps = { lines: Line[]; titleOf: (line: Line[1]) => string } & Pick<LinesProps, 'values'>

function Lines({ lines, titleOf, values }: LinesOfTableProps) {
  const site = useSite()
  return lines.map(([name, line]) => {
    const title = titleOf(line)
    // What was published stays: the register keeps each decision. So it is words, which can be opened to correct a slip.
    if (site.isPublished(name))
      return (
        <details key={name} id={name} tabIndex={-1} className={css.item}>
          <summary className="minor-heading">{title}</summary>
          <p className="note">{site.words.register.published}</p>
          {values(name)}
        </details>
      )
    return (
      <fieldset key={name} id={name} tabIndex={-1} aria-label={title} className={css.item}>
        <div className={css.inline}>
          <h3 className="minor-heading">{title}</h3>
          <ItemButtons names={[name]} title={title} />
        </div>
        {values(name)}
      </fieldset>
    )
  })
}
