import { expect, test } from '@playwright/test'
import { CommandError } from '../../../src/shared/command-error.ts'
import { findFirefox, findWebKit } from '../programs.ts'
import { type EngineBrowser, launchFirefox, launchWebKit } from './browsers.ts'

/** How each engine is started. */
export const engines: Record<string, () => Promise<EngineBrowser>> = {
  Firefox: () => launchFirefox(findFirefox()),
  WebKit: () => launchWebKit(findWebKit()),
}

/** Starts what journeys need. If this system cannot have it, they are skipped, with the reason. */
export async function startOrSkip<Started>(name: string, start: () => Promise<Started>): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    if (error instanceof CommandError) test.skip(true, `${name} was left out. ${error.message}`)
    throw error
  }
}

type Kind = 'link' | 'button' | 'field'

export type Visitor = ReturnType<typeof visitorOf>

/** A user of the site with one engine. */
export function visitorOf(browser: EngineBrowser, origin: string) {
  /** Loads a page of the site as a document. */
  const read = (address: string) => browser.open(new URL(address, origin).href)
  const seek = (kind: Kind, name: string) =>
    expect.poll(() => browser.run(find, kind, name), `${kind} "${name}"`).toBe(true)
  return {
    ...browser,
    [Symbol.asyncDispose]: browser[Symbol.asyncDispose],
    read,
    /** Loads a page of the site, presses a key that does nothing else, and waits until the page is hydrated. */
    async visit(address: string) {
      await read(address)
      await browser.press('Shift')
      await expect.poll(() => browser.run(() => document.querySelector('button[aria-expanded]') !== null)).toBe(true)
    },
    /**
     * Scrolls the visible element with this name into view, and clicks on it. If the page scrolls meanwhile, as to an answer, the
     * element is out of the window, and WebKit refuses to click: then it begins anew.
     */
    async clickOn(kind: Kind, name: string) {
      await expect(async () => {
        await seek(kind, name)
        await browser.run(() => {
          const target = window as unknown as Target
          target.found.scrollIntoView({ block: 'center', behavior: 'instant' })
          target.isDrawn = false
          requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(target, { isDrawn: true })))
        })
        // A click goes to what the window shows, which may be a frame behind the page's own positions.
        await expect.poll(() => browser.run(() => (window as unknown as Target).isDrawn)).toBe(true)
        const { x, y } = await browser.run(() => {
          const { left, top, width, height } = (window as unknown as Target).found.getBoundingClientRect()
          return { x: left + width / 2, y: top + height / 2 }
        })
        await browser.click(x, y)
      }).toPass({ timeout: 60_000 })
    },
    /** Puts the focus there without scrolling, and presses Enter. */
    async enter(kind: Kind, name: string) {
      await seek(kind, name)
      await browser.run(() => (window as unknown as Target).found.focus({ preventScroll: true }))
      await browser.press('Enter')
    },
  }
}

/** What `find` has found, and whether the window shows it after a scroll. */
type Target = { found: HTMLElement; isDrawn: boolean }

/** Keeps the first visible element of a name at hand, in the page. @returns whether there is one */
function find(kind: Kind, name: string): boolean {
  const selectors = { link: 'a[href]', button: 'button', field: 'input, textarea' }
  // Without words that are not displayed: a button may say something else while what it opens is open.
  const textOf = (node: Node): string => {
    if (node instanceof Element && getComputedStyle(node).display === 'none') return ''
    return node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : [...node.childNodes].map(textOf).join('')
  }
  const nameOf = (element: HTMLElement & { labels?: NodeListOf<HTMLElement> | null }) =>
    (element.getAttribute('aria-label') ?? textOf(element.labels?.[0] ?? element)).replace(/\s+/g, ' ').trim()
  const found = [...document.querySelectorAll<HTMLElement>(selectors[kind])].find(
    (element) => element.checkVisibility({ visibilityProperty: true }) && nameOf(element) === name,
  )
  Object.assign(window, { found })
  return found !== undefined
}
