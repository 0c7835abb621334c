import { expect, test } from 'vitest'
import { addressIn } from './addresses.ts'

test.each([
  ['/Presentaci%C3%B3n', '/Presentación'],
  [encodeURI('/Presentación'.normalize('NFD')), '/Presentación'],
  ['/en/contact', '/en/contact'],
  // A not-found page may stand at any address, and is to be hydrated there.
  ['/Presentaci%F3n-vieja', '/Presentaci%F3n-vieja'],
  ['/100%', '/100%'],
])('the page address in %s is %s', (pathname, address) => expect(addressIn({ pathname })).toBe(address))
