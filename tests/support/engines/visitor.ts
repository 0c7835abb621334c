import { test as base, expect } from '@playwright/test'
import { CommandError } from '../../../src/shared/command-error.ts'
import { findBrowser } from '../find-browser.ts'
import { findFirefox, findWebKit } from '../find-programs.ts'
import type { EngineBrowser } from './browser.ts'
import { type Front, startFront } from './front.ts'
import { launchByPuppeteer } from './puppeteer-browser.ts'
import { launchWebKit } from './webkit-browser.ts'

export { expect }

/** How each engine is started. @throws CommandError where this system cannot have it */
const launchers: Record<string, (front: Front) => Promise<EngineBrowser>> = {
  Chromium: async () => launchByPuppeteer({ browser: 'chrome', executablePath: findBrowser() }),
  Firefox: async () => launchByPuppeteer({ browser: 'firefox', executablePath: findFirefox() }),
  WebKit: async (front) => launchWebKit(findWebKit(), front),
}

export const engines = Object.keys(launchers)

export type Kind = 'link' | 'button' | 'field'

/** Somebody who uses the site with one engine; one browser serves all journeys of a file. */
export type Visitor = EngineBrowser & {
  front: Front
  /** Loads a page of the site, presses a key that does nothing else, and waits until the page is hydrated. */
  visit(address: string): Promise<void>
  /** Clicks on what a person sees under this name, scrolled into view first. */
  clickOn(kind: Kind, name: string): Promise<void>
  /** Puts the focus there without scrolling, and presses Enter. */
  enter(kind: Kind, name: string): Promise<void>
  /** Scrolls, and waits until the page has noticed. */
  scrollDown(top: number): Promise<void>
}

type Options = { engine: string }

/**
 * Playwright's runner with another driver. A journey that leaves a fault behind fails; where the system cannot have the
 * engine, the journeys are skipped, and say why.
 */
export const test = base.extend<{ visitor: Visitor }, Options & { started: Visitor | string }>({
  engine: ['', { scope: 'worker', option: true }],
  started: [
    async ({ engine }, use, { project }) => {
      await using front = await startFront(String(project.use.baseURL))
      try {
        await using browser = await (launchers[engine] as (typeof launchers)[string])(front)
        await use(visitorOf(browser, front))
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        await use(`${engine} was left out. ${error.message}`)
      }
    },
    { scope: 'worker' },
  ],
  visitor: async ({ started }, use) => {
    base.skip(typeof started === 'string', String(started))
    const visitor = started as Visitor
    await use(visitor)
    expect(await visitor.takeFaults(), 'noise behind the page').toEqual([])
  },
})

function visitorOf(browser: EngineBrowser, front: Front): Visitor {
  const open = (address: string) => browser.open(new URL(address, front.origin).href)
  return {
    ...browser,
    [Symbol.asyncDispose]: browser[Symbol.asyncDispose],
    front,
    open,
    async visit(address) {
      await open(address)
      await browser.press('Shift')
      await expect.poll(() => browser.run(() => document.querySelector('button[aria-expanded]') !== null)).toBe(true)
    },
    async clickOn(kind, name) {
      await expect.poll(() => browser.run(find, kind, name), `${kind} "${name}"`).toBe(true)
      const { x, y } = await browser.run(() => {
        const { found } = window as unknown as { found: HTMLElement }
        found.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = found.getBoundingClientRect()
        return { x: left + width / 2, y: top + height / 2 }
      })
      await browser.click(x, y)
    },
    async enter(kind, name) {
      await expect.poll(() => browser.run(find, kind, name), `${kind} "${name}"`).toBe(true)
      await browser.run(() => (window as unknown as { found: HTMLElement }).found.focus({ preventScroll: true }))
      await browser.press('Enter')
    },
    async scrollDown(top) {
      await browser.run(
        (top) =>
          new Promise<void>((resolve) => {
            addEventListener('scroll', () => requestAnimationFrame(() => resolve()), { once: true })
            scrollTo({ top, behavior: 'instant' })
          }),
        top,
      )
    },
  }
}

/** Keeps the first visible element of a name at hand, in the page. @returns whether there is one */
function find(kind: Kind, name: string): boolean {
  const selectors = { link: 'a[href]', button: 'button', field: 'input, textarea' }
  const nameOf = (element: HTMLElement & { labels?: NodeListOf<HTMLElement> | null }) =>
    (element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent ?? '')
      .replace(/\s+/g, ' ')
      .trim()
  const found = [...document.querySelectorAll<HTMLElement>(selectors[kind])].find(
    (element) => element.checkVisibility({ visibilityProperty: true }) && nameOf(element) === name,
  )
  Object.assign(window, { found })
  return found !== undefined
}
