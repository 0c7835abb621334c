import { resolve } from 'node:path'
import { composeLanguages } from '../../src/content/compose/compose-language.ts'
import { contentFolder } from '../../src/content/content.ts'
import { readAddresses } from '../../src/content/read/addresses.ts'
import { readFiles } from '../../src/content/read/content.ts'
import { type RenderPage, readBuiltContact } from '../../src/server/contact/answer-page.ts'
import { type Certificate, checkCharacter, registerColumns } from '../../src/shared/register/certificate.ts'
import type { RegisterData } from '../../src/shared/register/register-page.ts'
import { pages } from './addresses.ts'

/** The register's pages of the last build, without certificates, so that the office's certificates do not affect tests. */
export async function emptyRegister(): Promise<{ data: RegisterData; renderPage: RenderPage }> {
  const { data: contact, renderPage } = await readBuiltContact(resolve('dist'))
  const { frame, retentionDays, timeZone } = contact
  const content = readFiles(contentFolder)
  const withRegister = { ...content, pages, addresses: readAddresses(content.texts, pages) }
  const settings = { origin: frame.origin, retentionDays }
  const { sites } = composeLanguages(withRegister, () => ({ address: '/', width: 1, height: 1 }), settings)
  const languages = Object.fromEntries(
    sites.map(({ shell, pages }) => [shell.language, { shell, page: pages.find(({ kind }) => kind === 'register') }]),
  ) as RegisterData['languages']
  return { data: { certificates: [], published: '2026-11-23', timeZone, build: 'b', frame, languages }, renderPage }
}

const none = Object.fromEntries(registerColumns.map((column) => [column, ''])) as Certificate
const plant = { plant: 'Matadero Ñandú', oval: 'ES 1', town: 'València', country: 'ES', covers: 'sheep cutting' }
const days = { from: '2026-03-12', until: '2027-03-11' }

/** @param six the digits of its number */
export function certificate(six: string, others: Partial<Certificate> = {}): Certificate {
  const number = `${six.slice(0, 2)}-${six.slice(2)}-${checkCharacter(six)}`
  return { ...none, ...plant, ...days, number, ...others }
}
