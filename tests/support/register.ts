import { composeLanguages } from '../../src/content/compose/compose-language.ts'
import { contentFolder } from '../../src/content/content.ts'
import { readFiles } from '../../src/content/read/content.ts'
import { readAddresses } from '../../src/content/read/pages.ts'
import { numberOf } from '../../src/register/number.ts'
import { type LoadedSite, readBuiltSite } from '../../src/server/built-site.ts'
import { readSettings } from '../../src/settings.ts'
import type { BuiltRegister } from '../../src/shared/built-site.ts'
import { type Certificate, registerColumns } from '../../src/shared/register-page.ts'
import { pages } from './addresses.ts'

/** The last build with a register of no certificates, so that the office's certificates do not affect tests. */
export async function siteWithRegister(): Promise<LoadedSite & { register: BuiltRegister }> {
  const site = await readBuiltSite()
  const content = readFiles(contentFolder)
  const withRegister = { ...content, pages, addresses: readAddresses(content.texts, pages) }
  const sites = composeLanguages(withRegister, readSettings({}))
  const languages = sites.map(({ shell, pages }) => [shell.language, pages.find(({ kind }) => kind === 'register')])
  const { template } = site.register ?? site.contact
  const register = { template, pages: Object.fromEntries(languages), certificates: [], published: '2026-11-23' }
  return { ...site, register }
}

const none = Object.fromEntries(registerColumns.map((column) => [column, ''])) as Certificate
const plant = { plant: 'Matadero Ñandú', oval: 'ES 1', town: 'València', country: 'ES', covers: 'sheep cutting' }
const days = { from: '2026-03-12', until: '2027-03-11' }

/** @param six the digits of its number */
export function certificate(six: string, others: Partial<Certificate> = {}): Certificate {
  return { ...none, ...plant, ...days, number: numberOf(six), ...others }
}
