import { type ChunkType, isArrivalFailure, LoadError } from './load-error.ts'

/** How long a chunk may take (docs/promises.md, pages and languages). */
const chunkTimeoutMs = 120_000

/** How long the server may take to say whether it has a file that did not arrive. */
const answerTimeoutMs = 10_000

type PageModule = { Page: unknown; Hero?: unknown }

const failedScripts = new Set<string>()
let retries = 0

/**
 * Imports a page's script. On a retry the address gets a query, because a browser may remember that a module failed.
 * @throws LoadError when the file does not arrive; whatever the script itself throws, as it is
 */
export async function loadScript(address: string): Promise<PageModule> {
  const url = failedScripts.has(address) ? `${address}?retry=${++retries}` : address
  try {
    return await within(import(/* @vite-ignore */ url) as Promise<PageModule>, 'script', address)
  } catch (cause) {
    failedScripts.add(address)
    if (cause instanceof LoadError) throw cause
    const isFault = (await hasArrived(url, 'script', address)) && !isArrivalFailure(cause as Error)
    throw isFault ? cause : new LoadError('script', 'error', address, { cause })
  }
}

/** Lets the browser fetch what a page's script imports beside the script. What fails here fails when it is imported. */
export async function preloadScript(href: string): Promise<void> {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}

/**
 * Adds a page's style sheet to the document. It takes effect only with `showStyle`: every sheet that does makes the browser
 * style the whole current page again.
 * @returns true once it is there
 * @throws LoadError
 */
export async function loadStyle(address: string): Promise<true> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address, media: 'not all' })
  const arrival = new Promise<true>((resolve, reject) => {
    link.onload = () => resolve(true)
    link.onerror = reject
  })
  document.head.append(link)
  try {
    return await within(arrival, 'style', address)
  } catch (cause) {
    link.remove()
    if (cause instanceof LoadError) throw cause
    await hasArrived(address, 'style', address)
    throw new LoadError('style', 'error', address, { cause })
  }
}

/** Lets a style sheet that has arrived take effect. */
export function showStyle(address: string): void {
  document.querySelector(`link[href="${address}"]:not([media="all"])`)?.setAttribute('media', 'all')
}

/** Fetches a page's texts. @throws LoadError */
export async function loadData<Data>(address: string): Promise<Data> {
  const aborter = new AbortController()
  const arrival = fetch(address, { signal: aborter.signal }).then((response) => {
    if (isMissing(response)) throw new LoadError('texts', 'missing', address)
    if (!response.ok) throw new LoadError('texts', 'error', address)
    return response.json() as Promise<Data>
  })
  try {
    return await within(arrival, 'texts', address)
  } catch (cause) {
    aborter.abort()
    throw cause instanceof LoadError ? cause : new LoadError('texts', 'error', address, { cause })
  }
}

/**
 * Neither `import()` nor a style sheet says why it failed, so the server is asked.
 * @returns whether the file is there and of the right kind, so that the fault lies in what it does
 * @throws LoadError when the server does not have it
 */
async function hasArrived(url: string, chunk: ChunkType, address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(answerTimeoutMs)
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  if (response && isMissing(response)) throw new LoadError(chunk, 'missing', address)
  return response?.ok === true && (response.headers.get('content-type') ?? '').includes('javascript')
}

const isMissing = (response: Response) => response.status === 404 || response.status === 410

function within<Result>(arrival: Promise<Result>, chunk: ChunkType, address: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new LoadError(chunk, 'timeout', address)), chunkTimeoutMs)
    arrival.then(resolve, reject).finally(() => clearTimeout(limit))
  })
}
