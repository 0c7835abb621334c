import { useState } from 'react'
import { draftOf } from '../../register/draft.ts'
import { nextNumber } from '../../register/number.ts'
import { stateOn } from '../../register/state.ts'
import { fold } from '../../shared/fold.ts'
import { interpolate } from '../../shared/interpolate.ts'
import { lineName, registerFile, within } from '../content-paths.ts'
import { StateBadge, today } from './certificate.tsx'
import own from './contents.module.css'
import { Entry, Search } from './contents.tsx'
import { Button } from './parts.tsx'
import { useSite } from './site.ts'
import { edit, goToNew } from './store.ts'

const mostListed = 50

/** The list of the certificates, the newest first, and a search in it. Each has the form that facts have. */
export function Register() {
  const site = useSite()
  const [sought, setSought] = useState('')
  const { register: words, hints } = site.words
  const [certificates, decisions] = [site.linesIn('certificates'), Object.values(site.linesIn('decisions'))]
  const published = (site.publishedOf(`${registerFile}#`) ?? {}) as typeof certificates
  const ofCertificate = Map.groupBy(decisions, ({ number }) => number)
  const add = async () => {
    const known = [...Object.values(certificates), ...Object.values(published), ...decisions]
    const number = nextNumber(
      known.map(({ number }) => number),
      today(),
    )
    const name = lineName('certificates', number)
    if (await edit([name], () => ({ number }))) goToNew(within(name, 'holder'), name)
  }
  const typed = fold(sought).split(/\s+/)
  const found = Object.entries(certificates).filter(([, { number, holder, plant, oval, town, brands }]) => {
    const said = fold([number, holder, plant, oval, town, brands].join(' '))
    return typed.every((word) => said.includes(word))
  })
  const shown = found.toReversed().slice(0, mostListed)
  return (
    <>
      <p className="note">{hints.certificates}</p>
      <div className={own.above}>
        <Search word={words.search} sought={sought} onSeek={setSought} />
        <Button word={words.add} sign="add" onClick={add} />
      </div>
      <p role="status" className="note">
        {found.length === 0 && sought && site.words.nothing_found}
        {found.length > shown.length && interpolate(words.more, { shown: shown.length, count: found.length })}
      </p>
      <ul className={`${own.list} ${own.rows}`}>
        {shown.map(([number, line]) => {
          const state = stateOn(draftOf(line, ofCertificate.get(number) ?? []), today())
          return <Entry key={number} view={lineName('certificates', number)} badge={<StateBadge state={state} />} />
        })}
      </ul>
    </>
  )
}
