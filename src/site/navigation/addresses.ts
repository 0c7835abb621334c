/** The page address in a URL: decoded, without fragment, and with no query but a search in the register. */
export function addressIn(url: { pathname: string; search: string }): string {
  const searched = new URLSearchParams(url.search).get('q')
  return decoded(url.pathname).normalize('NFC') + (searched ? `?q=${encodeURIComponent(searched)}` : '')
}

/** The element that a fragment leads to, with its sign: `#sources`. */
export const elementAt = (fragment: string): HTMLElement | null => document.getElementById(decoded(fragment.slice(1)))

/** What is not UTF-8 stays as it is: no page and no heading has such a name, but a not-found page may have that address. */
function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
