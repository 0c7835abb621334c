/** The way to a value in a content file: names of a mapping, places in a list. */
export type KeyPath = (string | number)[]

/** `offices[0].phone`: what the editor calls a value, after the file it stands in (DESIGN.md section 11). */
export function formatPath(path: KeyPath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
}

/** The path that `formatPath` writes so. Names of the content hold neither points nor brackets. */
export function parsePath(text: string): KeyPath {
  return [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, place, name]) => (place ? Number(place) : (name ?? '')))
}

/** A problem's key, `offices.0.phone`, as the editor writes it. */
export const pathOfKey = (key: string): string =>
  formatPath(key.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
