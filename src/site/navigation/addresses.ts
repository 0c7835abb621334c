/** The page address in a URL: decoded, without its fragment, and without its query unless that is a search in the register. */
export function addressIn(url: { pathname: string; search: string }): string {
  const searched = new URLSearchParams(url.search).get('q')
  return decoded(url.pathname).normalize('NFC') + (searched ? `?q=${encodeURIComponent(searched)}` : '')
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
