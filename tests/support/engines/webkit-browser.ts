import { type ChildProcess, spawn } from 'node:child_process'
import type { findWebKit } from '../find-programs.ts'
import { freePort } from '../free-port.ts'
import type { EngineBrowser } from './browser.ts'
import { startDisplay } from './display.ts'
import type { Front } from './front.ts'

/** The codes of the keys that are no letters (W3C WebDriver, "Keyboard actions"). */
const keyCodes: Record<string, string> = { Enter: '\uE007', Escape: '\uE00C', Shift: '\uE008', Tab: '\uE004' }

/** How long a script may take: when its document is left meanwhile, the driver never answers. */
const answerMs = 20_000

type Programs = ReturnType<typeof findWebKit>

/**
 * WebKit, by W3C WebDriver. Its driver tells nothing of the console, so the front has each page tell.
 * @param front what stands before the site
 */
export async function launchWebKit(programs: Programs, front: Front): Promise<EngineBrowser> {
  front.listen()
  const display = await startDisplay(programs.display)
  const port = await freePort()
  const child = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: 'ignore',
  })
  const send = (method: string, path: string, body?: object) => ask(`http://127.0.0.1:${port}${path}`, method, body)
  await whenReady(child, () => send('GET', '/status'))
  const options = { binary: programs.browser, args: ['--automation'] }
  const { sessionId, capabilities } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options, timeouts: { script: answerMs } } },
  })) as { sessionId: string; capabilities: { browserVersion: string } }
  const command = (name: string, body: object) => send('POST', `/session/${sessionId}/${name}`, body)
  const act = (type: 'key' | 'pointer', actions: object[]) =>
    command('actions', { actions: [{ type, id: type, actions }] })
  const run: EngineBrowser['run'] = async (act, ...args) => {
    const script = `const [args, done] = arguments
      Promise.resolve().then(() => (${act})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const answer = (await command('execute/async', { script, args: [args] })) as { value?: never; error?: string }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value as never
  }
  return {
    version: `WebKitGTK/${capabilities.browserVersion}`,
    open: async (url) => void (await command('url', { url })),
    run,
    click: async (x, y) => {
      const at = { x: Math.round(x), y: Math.round(y), duration: 0 }
      await act('pointer', [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ])
    },
    press: async (key) => {
      const value = keyCodes[key] ?? key
      await act('key', [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
    },
    resize: async (width, height) => void (await command('window/rect', { width, height })),
    takeFaults: async () => {
      await run(async () => void (await Promise.all((window as { told?: Promise<unknown>[] }).told ?? [])))
      return front.takeFaults()
    },
    [Symbol.asyncDispose]: async () => {
      await send('DELETE', `/session/${sessionId}`)
      child.kill()
      display[Symbol.dispose]()
    },
  }
}

/** @throws Error with the driver's own words when it refuses */
async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** The driver says nothing when it listens: it is asked until it answers. */
async function whenReady(child: ChildProcess, isReady: () => Promise<unknown>): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('WebKit’s driver ended at once.')
    try {
      return void (await isReady())
    } catch {
      await new Promise(setImmediate)
    }
  }
}
