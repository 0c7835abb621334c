import { parse } from 'node-html-parser'
import type { Line } from '../../src/register/columns.ts'
import type { Certificate } from '../../src/register/register.ts'
import { readBuiltSite } from '../../src/server/built-site.ts'
import { serveRegister } from '../../src/server/register/serve-register.ts'
import { eachLanguage } from '../../src/shared/languages.ts'
import { certificate, decision, loadedRegister } from '../support/register.ts'

export const site = await readBuiltSite()
const { pages } = site.register
export const texts = eachLanguage((language) => pages[language].content)
export const today = '2026-11-23'
// Half an hour after midnight in Spain.
export const now = () => new Date('2026-11-22T23:30Z')

/** Serves a register in memory. */
export const serveAll = (certificates: Certificate[], batches: Line<'batches'>[] = []) => {
  const loaded = loadedRegister(certificates, texts, batches)
  return serveRegister(site, () => loaded, now)
}

const halted = [
  certificate('260003', { decisions: [decision('2026-09-01', 'suspended')] }),
  certificate('260004', { decisions: [decision('2026-09-02', 'withdrawn', { batches: '000001' })] }),
]
const many = Array.from({ length: 60 }, (_, index) => certificate(String(270100 + index), { plant: 'Muchos' }))
export const serve = serveAll([certificate('260001'), ...halted, ...many])

/** What a page of the register shows. */
export function open(url: string, ask = serve) {
  const { status, headers = {}, body } = ask({ url }) ?? {}
  // Without its styles, which are most of it.
  const document = parse(String(body ?? '').replace(/<style>.*?<\/style>/s, ''))
  const [heading = '', main = ''] = ['h1', 'main'].map((name) => document.querySelector(name)?.text)
  const isHidden = document.querySelector('meta[name=robots]')?.getAttribute('content') === 'noindex'
  const listed = document.querySelectorAll('main :is(section, .full) > table a').map(({ text }) => text)
  return { status, headers, document, heading, main, isHidden, listed }
}
