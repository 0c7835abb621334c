import { nextNumber } from '../../register/number.ts'
import { stateOn } from '../../register/state.ts'
import { registerFile, within } from '../content-paths.ts'
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
  const add = async () => {
    const number = nextNumber(Object.keys(site.certificates), today)
    const name = `${registerFile}#${number}`
    if (await edit([name], () => ({ number }))) goToNew(within(name, 'holder'), name)
  }
  return (
    <>
      <p className="note">{site.words.hints.register}</p>
      <Button word={site.words.register.add} sign="add" onClick={add} />
      <ul className={own.list}>
        {Object.entries(site.certificates).map(([number, cells]) => (
          <Entry
            key={number}
            view={`${registerFile}#${number}`}
            badge={cells.from && cells.until && states[stateOn(cells, today)]}
          />
        ))}
      </ul>
    </>
  )
}
