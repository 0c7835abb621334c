import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { Builder, Key } from 'selenium-webdriver'
import type { findWebKit } from '../programs.ts'
import { startDisplay } from './display.ts'

// The package has no path to this part that its types and Node both know.
type Remote = typeof import('selenium-webdriver/remote', { with: { 'resolution-mode': 'require' }})
const { DriverService }: Remote = createRequire(import.meta.url)('selenium-webdriver/remote')

/** What journeys need from an engine that Playwright does not drive. They do everything else by a script in the page. */
export type EngineBrowser = AsyncDisposable & {
  /** Loads a document, as from the address bar. */
  open(url: string): Promise<void>
  /** Runs a function in the page; its arguments and its result go through JSON. */
  run<Args extends unknown[], Result>(act: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Presses and releases the main button at a point of the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>
  /** Presses and releases a key. */
  press(key: 'Enter' | 'Escape' | 'Shift'): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Errors that no script has caught, where the driver reports them. */
  faults: string[]
}

/** Firefox, by WebDriver BiDi. */
export async function launchFirefox(
  executablePath: string,
  options: { headless?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<EngineBrowser> {
  const defaultViewport = { width: 1280, height: 800 }
  // Without a graphics card, drawing takes most of its processor.
  const extraPrefsFirefox = { 'layout.frame_rate': 10 }
  const firefox = { browser: 'firefox', executablePath, defaultViewport, extraPrefsFirefox } as const
  const browser = await puppeteer.launch({ ...firefox, ...options })
  const [page = await browser.newPage()] = await browser.pages()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  return {
    open: async (url) => void (await page.goto(url)),
    run: async (act, ...args) => (await page.evaluate(act as (...args: unknown[]) => unknown, ...args)) as never,
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key as KeyInput),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    faults,
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** WebKitGTK, by WebDriver, on a display of its own. */
export async function launchWebKit(programs: ReturnType<typeof findWebKit>): Promise<EngineBrowser> {
  const display = await startDisplay(programs.display)
  const service = new DriverService.Builder(programs.driver)
    .setLoopback(true)
    .setEnvironment({ ...(process.env as Record<string, string>), DISPLAY: display.name })
    .build()
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
    })
    .build()
  const type = (keys: string) => driver.actions().sendKeys(keys).perform()
  return {
    open: (url) => driver.get(url),
    // A document that enters the back/forward cache before it has answered never answers: the caller must ask the next one.
    run: (act, ...args) =>
      Promise.race([
        driver.executeScript(act, ...args) as Promise<never>,
        setTimeout(20_000, undefined, { ref: false }).then(() =>
          Promise.reject(new Error('The document has not answered.')),
        ),
      ]),
    click: (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y) })
        .click()
        .perform(),
    press: (key) => type({ Enter: Key.ENTER, Escape: Key.ESCAPE, Shift: Key.SHIFT }[key]),
    type,
    resize: async (width, height) => void (await driver.manage().window().setRect({ width, height })),
    faults: [],
    [Symbol.asyncDispose]: async () => {
      await driver.quit()
      await service.kill()
      display[Symbol.dispose]()
    },
  }
}
