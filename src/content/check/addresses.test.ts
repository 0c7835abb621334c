import { expect, test } from 'vitest'
import { addresses } from '../../../tests/support/addresses.ts'
import { eachLanguage, languages } from '../../shared/languages.ts'
import { ownAddresses } from '../../shared/own-addresses.ts'
import { checkAddresses } from './addresses.ts'

const { register } = addresses

/** What is found if the articles of the languages have these addresses. */
function findingsAt(address: string, language: 'es' | 'en' = 'es'): string[] {
  const article = { ...eachLanguage((each) => `${languages[each].prefix}/nuevo`), [language]: address }
  return [...checkAddresses({ addresses: { ...addresses, '(any article)': article } })].map(
    ({ key, code }) => `${key} ${code}`,
  )
}

const taken = [
  // The register and its certificates, in whichever language, letter case and accents.
  ...[`${register.es}/ayuda`, `${register.es.toUpperCase()}/Ayuda`, `/es${register.es}/ayuda`, '/c', '/C/ayuda/mas'],
  // Below what the server or the build answers itself.
  ...['/api', '/api/contact', '/assets/ayuda', ...Object.values(ownAddresses)],
  // Below the addresses of a language, and of its files.
  ...['/en/ayuda', '/es/ayuda', '/index', '/ayuda/index', '/404'],
]
test.each(taken)('no page can be at %s', (address) =>
  expect(findingsAt(address)).toEqual([expect.stringContaining('head.slug slug')]),
)

test.each([`${register.en}/help`, `/en${register.es}/help`, '/en/index', '/en/404', '/en/contact'])(
  'no English page can be at %s',
  (address) => expect(findingsAt(address, 'en')).toEqual(['head.slug slug_taken']),
)

test.each(['/ayuda', '/ayuda/registro', `${register.es}/ayuda/mas`, '/cc/ayuda'])('a page can be at %s', (address) =>
  expect(findingsAt(address)).toEqual([]),
)
