import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'

/** How often a condition is checked, and for how long. */
const pollMs = 300
const timeoutMs = 60_000
/** How long no file must have arrived before a visitor does something. */
const quietMs = 750

type Answer = { result?: unknown; error?: { message: string } }
export type PlainPage = Awaited<ReturnType<typeof openPlainPage>>

/**
 * A page that Playwright does not inspect. For its own pages, Chromium copies each document to the inspector, and takes back
 * emulated settings when a page is left. That is no part of a visit, and the larger document pays more: with it, a click took
 * 8 ms longer on a page of the site, and 3 ms longer on its bare page.
 */
export async function openPlainPage(browser: Browser) {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId })
  const answers = new Map<number, (answer: Answer) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message)
    answers.get(answer.id)?.(answer)
  })

  /** Sends a command of the Chrome DevTools Protocol. */
  async function send<Result>(method: string, params: object = {}): Promise<Result> {
    const answered = Promise.withResolvers<Answer>()
    const id = answers.size + 1
    answers.set(id, answered.resolve)
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    const { result, error } = await answered.promise
    if (error) throw new Error(`${method}: ${error.message}`)
    return result as Result
  }

  /** @returns the value of an expression in the page */
  async function evaluate<Value>(expression: string): Promise<Value> {
    type Evaluated = { result: { value: Value } }
    return (await send<Evaluated>('Runtime.evaluate', { expression, returnByValue: true })).result.value
  }

  /** Waits until an expression has a value, and checks so seldom that it does not slow the page down. */
  async function until<Value>(expression: string): Promise<Value> {
    for (let waited = 0; waited < timeoutMs; waited += pollMs) {
      await pause(pollMs)
      const value = await evaluate<Value>(expression)
      if (value) return value
    }
    throw new Error(`In vain: ${expression}`)
  }

  /** Opens an address, and waits until the document and everything that it loads at once are there. */
  async function open(url: string): Promise<void> {
    await send('Page.navigate', { url })
    await until(`document.readyState === 'complete' && location.href === ${JSON.stringify(url)}`)
    await untilIdle()
  }

  /** Waits until no more files have arrived for a while. */
  async function untilIdle(): Promise<void> {
    let [earlier, loaded] = [-1, 0]
    while (loaded > earlier) {
      await pause(quietMs)
      ;[earlier, loaded] = [loaded, await evaluate<number>('performance.getEntriesByType("resource").length')]
    }
  }

  await send('Page.enable')
  return {
    send,
    evaluate,
    until,
    open,
    untilIdle,
    /** Runs a function first in every document. */
    addInitScript: <Argument>(script: (argument: Argument) => void, argument: Argument) =>
      send('Page.addScriptToEvaluateOnNewDocument', { source: `(${script})(${JSON.stringify(argument)})` }),
    [Symbol.asyncDispose]: async () => {
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
    },
  }
}
