import { nextNumber } from '../../register/number.ts'
import type { Decision } from '../../register/register.ts'
import { stateOn } from '../../register/state.ts'
import { registerFile, tableFiles, within } from '../content-paths.ts'
import own from './contents.module.css'
import { Entry } from './contents.tsx'
import { Button } from './parts.tsx'
import { useSite } from './site.ts'
import { edit, goToNew } from './store.ts'

/** The list of the certificates. Each has the form that facts have. */
export function Register() {
  const site = useSite()
  const states = site.wordsOf('register.yml#states')
  // The day of this computer: sv-SE formats ISO 8601.
  const today = new Date().toLocaleDateString('sv-SE')
  const published = site.publishedOf(`${registerFile}#`) as typeof site.certificates | undefined
  const decisions = Object.values(site.treeOf(`${tableFiles[1]}#`) ?? {}) as Decision[]
  const ofCertificate = Map.groupBy(decisions, ({ number }) => number)
  const add = async () => {
    const known = [...Object.values(site.certificates), ...Object.values(published ?? {}), ...decisions]
    const number = nextNumber(
      known.map(({ number }) => number),
      today,
    )
    const name = `${registerFile}#${number}`
    if (await edit([name], () => ({ number }))) goToNew(within(name, 'holder'), name)
  }
  return (
    <>
      <p className="note">{site.words.hints.certificates}</p>
      <Button word={site.words.register.add} sign="add" onClick={add} />
      <ul className={own.list}>
        {Object.entries(site.certificates).map(([number, cells]) => (
          <Entry
            key={number}
            view={`${registerFile}#${number}`}
            badge={
              cells.from &&
              cells.until &&
              states[stateOn({ ...cells, decisions: ofCertificate.get(number) ?? [] }, today)]
            }
          />
        ))}
      </ul>
    </>
  )
}
