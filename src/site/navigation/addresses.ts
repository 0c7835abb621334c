import { registerQuery } from '../../shared/register-page.ts'
import { spellAddress } from '../../shared/spell-address.ts'

/** The page address in a URL: without its fragment, and without its query unless that asks for a list of the register. */
export function addressIn(url: { pathname: string; search: string }): string {
  const given = new URLSearchParams(url.search)
  const asked = String(new URLSearchParams([...given].filter(([name, value]) => value && registerQuery.includes(name))))
  return spellAddress(url.pathname) + (asked && `?${asked}`)
}

/** The element that a fragment such as `#sources` leads to. */
export const elementAt = (fragment: string): HTMLElement | null =>
  document.getElementById(spellAddress(fragment.slice(1)))
