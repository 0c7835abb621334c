import type { RegisterSearch } from '../../shared/page-data.ts'
import type { RegisterPage } from '../../shared/register/register-page.ts'
import { headOf } from '../read/addresses.ts'
import { headData } from './compose-language.ts'
import type { SectionReader } from './section-reader.ts'

/** The register's own page, to which the server adds what is asked for. */
export function registerPage(reader: SectionReader): RegisterPage {
  const { content, language } = reader
  const { title, description } = headOf(content.texts[language], 'register')
  return {
    kind: 'register',
    page: 'register',
    language,
    address: reader.addressOf('register'),
    addresses: content.addresses.register,
    head: headData(reader, title, description),
    content: {
      ...reader.read('register'),
      search: registerSearch(reader),
      view: { kind: 'overview', count: '', published: '', listed: [], isCut: false },
    },
  }
}

export const registerSearch = (reader: SectionReader): RegisterSearch => ({
  ...reader.read('register').search,
  action: reader.addressOf('register'),
})
