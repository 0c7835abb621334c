import { registerQuery } from '../../shared/register-page.ts'

/** The page address in a URL: decoded, without its fragment, and without its query unless that asks for a list of the register. */
export function addressIn(url: { pathname: string; search: string }): string {
  const given = new URLSearchParams(url.search)
  const asked = String(new URLSearchParams([...given].filter(([name, value]) => value && registerQuery.includes(name))))
  return decoded(url.pathname).normalize('NFC') + (asked && `?${asked}`)
}

/** The element that a fragment such as `#sources` leads to. */
export const elementAt = (fragment: string): HTMLElement | null => document.getElementById(decoded(fragment.slice(1)))

/** An address that is not UTF-8 stays encoded: no page and no heading has it, but a not-found page may be shown there. */
function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
