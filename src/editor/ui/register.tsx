import { useState } from 'react'
import { fold } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { stateOn } from '../../shared/register/certificate.ts'
import { nextNumber } from '../../shared/register/number.ts'
import { registerFile, within } from '../content-paths.ts'
import own from './contents.module.css'
import { Entry } from './contents.tsx'
import { useSite } from './site.ts'
import { edit, go } from './store.ts'

/** More are found with the search. */
const mostListed = 100

/** The list of the certificates. Each has the form that facts have. */
export function Register() {
  const site = useSite()
  const { register: words } = site.words
  const [sought, setSought] = useState('')
  const states = site.wordsOf('register.yml#states')
  // The day of this computer: sv-SE formats ISO 8601.
  const today = new Date().toLocaleDateString('sv-SE')
  const found = Object.entries(site.certificates).filter(([, cells]) =>
    fold(Object.values(cells).join(' ')).includes(fold(sought.trim())),
  )
  const add = async () => {
    const number = nextNumber(Object.keys(site.certificates), today)
    const name = `${registerFile}#${number}`
    if (await edit([name], () => ({ number }))) go(within(name, 'holder'))
  }
  return (
    <>
      <button type="button" onClick={() => void add()}>
        {words.add}
      </button>
      <label className={own.search}>
        {words.search}
        <input type="search" value={sought} onChange={({ target }) => setSought(target.value)} />
      </label>
      <p role="status" className="note">
        {interpolate(words.count, { count: found.length })}
      </p>
      <ul className={own.list}>
        {found.slice(0, mostListed).map(([number, cells]) => (
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
