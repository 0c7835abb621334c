import { afterEach, expect, test, vi } from 'vitest'
import type { Chunk } from '../../shared/page-data.ts'
import { allPageKinds } from '../../shared/pages.ts'
import { PageLoader } from './page-loader.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const scriptOf = (kind: string) => `data:text/javascript,export const Page = "${kind}"`

/** A site opened at home, whose header links to /contact. Only their texts tell the kind of /article and /article-2. */
async function loadPages() {
  /** The requested style sheets, each answered by a call with a status. */
  const sheets: ((status: number) => void)[] = []
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replace = async () => this
    },
  )
  const chunks: Record<string, Chunk> = Object.fromEntries(
    allPageKinds.map((kind) => [
      kind,
      {
        script: scriptOf(kind),
        imports: ['/shared.js', `/${kind === 'home' ? 'home' : 'inner'}.js`],
        style: `/${kind}.css`,
      },
    ]),
  )
  /** The requested imports of scripts. */
  const asked: string[] = []
  const held: (() => void)[] = []
  let holds = false
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('.js')) asked.push(address)
    if (address.startsWith('data:') || address.endsWith('.js')) return new Response('')
    if (address.endsWith('.css'))
      return new Promise((resolve) => sheets.push((status) => resolve(new Response('', { status }))))
    if (address.includes('/shell.'))
      return Response.json({ navigation: [{ address: '/contact', kind: 'contact' }], footerLists: [], chunks })
    if (holds) await new Promise<void>((resolve) => held.push(resolve))
    const kind = ['article', 'contact'].find((kind) => address.includes(`/${kind}`)) ?? 'home'
    return Response.json({ kind, addresses: {} })
  })
  const chunk = chunks.home as Chunk
  const loader = new PageLoader({ address: '/', kind: 'home', build: 'b', entry: '', vendor: '', chunk }, '/')
  await loader.load('/')
  const outcomeOf = (address: string) =>
    loader.load(address).then(
      () => 'arrived',
      (error) => String(error),
    )
  /** Delays texts until the returned function is called. */
  function holdTexts(): () => void {
    holds = true
    return () => held.forEach((release) => void release())
  }
  return { loader, sheets, asked, outcomeOf, holdTexts }
}

const failure = 'LoadError: Loading style chunk failed (error: /article.css)'

test('two pages of a kind wait for one style sheet; if it fails, both report it, and can be loaded again', async () => {
  const { sheets, outcomeOf } = await loadPages()
  const outcomes = [outcomeOf('/article'), outcomeOf('/article-2')]
  await vi.waitFor(() => expect(sheets).toHaveLength(1))
  // Until both pages wait for the style sheet.
  await vi.waitFor(() => import(scriptOf('article')))
  sheets.pop()?.(503)
  expect(await Promise.all(outcomes)).toEqual([failure, failure])
  expect(sheets).toHaveLength(0)

  const again = [outcomeOf('/article'), outcomeOf('/article-2')]
  await vi.waitFor(() => expect(sheets).toHaveLength(1))
  sheets.pop()?.(200)
  expect(await Promise.all(again)).toEqual(['arrived', 'arrived'])
  expect(sheets).toHaveLength(0)
})

test('what several kinds of page import is requested once, and nothing that the first page has', async () => {
  const { sheets, asked, outcomeOf } = await loadPages()
  const outcomes = [outcomeOf('/contact'), outcomeOf('/article')]
  await vi.waitFor(() => expect(sheets).toHaveLength(2))
  for (const answer of sheets) answer(200)
  expect(await Promise.all(outcomes)).toEqual(['arrived', 'arrived'])
  expect(asked).toEqual(['/inner.js'])
})

test.each(['/contact', '/article'])('the code of %s is requested beside its texts, not after them', async (address) => {
  const { sheets, outcomeOf, holdTexts } = await loadPages()
  const release = holdTexts()
  const outcome = outcomeOf(address)
  await vi.waitFor(() => expect(sheets).toHaveLength(1))
  sheets.pop()?.(200)
  release()
  expect(await outcome).toBe('arrived')
})
