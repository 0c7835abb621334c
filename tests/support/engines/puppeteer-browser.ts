import puppeteer, { type KeyInput } from 'puppeteer-core'
import { browserArgs } from '../find-browser.ts'
import type { EngineBrowser } from './browser.ts'

type Launch = { browser: 'chrome' | 'firefox'; executablePath: string; headless?: boolean; env?: NodeJS.ProcessEnv }

/** Chromium, or Firefox by WebDriver BiDi. */
export async function launchByPuppeteer({ browser: name, headless = true, ...launch }: Launch): Promise<EngineBrowser> {
  const browser = await puppeteer.launch({
    browser: name,
    headless,
    args: name === 'chrome' ? browserArgs : [],
    defaultViewport: { width: 1280, height: 800 },
    ...launch,
  })
  const [page = await browser.newPage()] = await browser.pages()
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) faults.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught ${error}`))
  return {
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    run: async (act, ...args) => (await page.evaluate(act as (...args: unknown[]) => unknown, ...args)) as never,
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key as KeyInput),
    resize: (width, height) => page.setViewport({ width, height }),
    takeFaults: async () => {
      // Events that the page sent before this answer have arrived by now.
      await page.evaluate(() => undefined)
      return faults.splice(0)
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
