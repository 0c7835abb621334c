/**
 * The one spelling of an address in page data and in the browser's code: letters outside ASCII as they are, composed (NFC), and
 * everything else as in the URL. So it is a URL itself: decoded as a whole, `/registro/50%25` would be another one.
 * @param pathname as in a URL. If it is not UTF-8, it stays as it is: only a not-found page may have such an address.
 */
export function spellAddress(pathname: string): string {
  try {
    return pathname.replace(/(?:%[89a-f][\da-f])+/gi, (letters) => decodeURIComponent(letters)).normalize('NFC')
  } catch {
    return pathname
  }
}
