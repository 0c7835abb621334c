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
  const content = readFiles(contentFolder)
  const withRegister = { ...content, pages, addresses: readAddresses(content.texts, pages) }
  const { sites } = composeLanguages(withRegister, () => ({ address: '/', width: 1, height: 1 }), {
    origin: contact.frame.origin,
    retentionDays: contact.retentionDays,
  })
  const languages = Object.fromEntries(
    sites.map(({ shell, pages }) => [shell.language, { shell, page: pages.find(({ kind }) => kind === 'register') }]),
  ) as RegisterData['languages']
  const { frame, timeZone } = contact
  return { data: { certificates: [], published: '2026-11-23', timeZone, build: 'b', frame, languages }, renderPage }
}

export const numberOf = (six: string) => `${six.slice(0, 2)}-${six.slice(2)}-${checkCharacter(six)}`

const none = Object.fromEntries(registerColumns.map((column) => [column, ''])) as Certificate
const valid = { plant: 'Matadero Ñandú', oval: 'ES 1', town: 'València', country: 'ES', covers: 'sheep cutting' }

/** @param six the digits of its number */
export const certificate = (six: string, others: Partial<Certificate> = {}): Certificate => ({
  ...none,
  ...valid,
  number: numberOf(six),
  from: '2026-03-12',
  until: '2027-03-11',
  ...others,
})
