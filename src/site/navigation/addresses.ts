/** The page address in a URL: decoded, without query and fragment. */
export function addressIn(url: { pathname: string }): string {
  return decoded(url.pathname).normalize('NFC')
}

/** The element that a fragment leads to, with its sign: `#sources`. */
export const elementAt = (fragment: string): HTMLElement | null => document.getElementById(decoded(fragment.slice(1)))

/** As it stands where it is not UTF-8: no page and no heading is called so, but a not-found page may stand there. */
function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
