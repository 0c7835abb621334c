/** The file is not on the server, could not be loaded, or took longer than the limit. */
type LoadErrorType = 'missing' | 'error' | 'timeout'

type ChunkType = 'script' | 'style' | 'texts'

/** A part of a page did not load (docs/promises.md, pages and languages). */
export class LoadError extends Error {
  readonly type: LoadErrorType
  readonly address: string

  constructor(chunk: ChunkType, type: LoadErrorType, address: string, options?: ErrorOptions) {
    super(`Loading ${chunk} chunk failed (${type}: ${address})`, options)
    this.name = 'LoadError'
    this.type = type
    this.address = address
  }
}

/** How long a chunk may take (docs/promises.md, pages and languages). */
const chunkTimeoutMs = 120_000

/** Fetches a script into the browser's cache, from where `import()` takes it. @throws LoadError */
export const fetchScript = (address: string) => fetchFile('script', address, (response) => response.text())

/**
 * Imports a page's script once it and its imports have been fetched: `import()` does not report why it failed, and a browser may
 * remember the failure.
 * @param imports settled when the files that it imports have been fetched
 * @throws LoadError if a file does not arrive; whatever the script itself throws, as it is
 */
export async function loadScript<Module>(address: string, imports: Promise<unknown>[]): Promise<Module> {
  await Promise.all([fetchScript(address), ...imports])
  return import(/* @vite-ignore */ address)
}

/** Fetches a page's style sheet. It takes effect only with `showStyle`. @throws LoadError */
export const loadStyle = (address: string) =>
  fetchFile('style', address, async (response) => new CSSStyleSheet().replace(await response.text()))

/** Applies a style sheet, if it is not applied yet: each one makes the browser style the whole current page again. */
export function showStyle(style: CSSStyleSheet | undefined): void {
  if (style && !document.adoptedStyleSheets.includes(style)) document.adoptedStyleSheets.push(style)
}

/** Fetches a page's texts. @throws LoadError */
export const loadData = <Data>(address: string): Promise<Data> =>
  fetchFile('texts', address, (response) => response.json())

async function fetchFile<Content>(
  chunk: ChunkType,
  address: string,
  read: (response: Response) => Promise<Content>,
): Promise<Content> {
  const aborter = new AbortController()
  const timer = setTimeout(() => aborter.abort(new LoadError(chunk, 'timeout', address)), chunkTimeoutMs)
  try {
    const response = await fetch(address, { signal: aborter.signal })
    if (response.status === 404 || response.status === 410) throw new LoadError(chunk, 'missing', address)
    // A proxy may answer with a page of its own, such as a hotel's log-in.
    const isPage = response.headers.get('content-type')?.includes('html')
    if (!response.ok || isPage) throw new LoadError(chunk, 'error', address)
    return await read(response)
  } catch (cause) {
    // Older browsers do not pass the reason on.
    const failure = aborter.signal.aborted ? aborter.signal.reason : cause
    throw failure instanceof LoadError ? failure : new LoadError(chunk, 'error', address, { cause })
  } finally {
    clearTimeout(timer)
  }
}
