import { expect } from '@playwright/test'
import type { Language } from '../../../src/shared/languages.ts'
import type { PageKey } from '../../../src/shared/pages.ts'
import { addresses } from '../addresses.ts'
import { pageOf, shellOf } from '../built-site.ts'
import type { ScreenReader } from './screen-reader.ts'

export type Listener = ReturnType<typeof listenerOf>

/** A user of the site by screen reader: Orca, with Firefox. */
export function listenerOf({ browser, press, spoken }: ScreenReader, site: string) {
  /** Acts, and waits until these words have been heard, in this order. @returns all that was heard since */
  async function hear(words: string[], act: () => unknown, timeout = 60_000): Promise<string> {
    const from = spoken().length
    await act()
    const heard = () => plain(spoken().slice(from).join('\n'))
    const inOrder = new RegExp(words.map((each) => RegExp.escape(plain(each))).join('.*'))
    await expect.poll(heard, { timeout }).toMatch(inOrder)
    return heard()
  }
  return {
    run: browser.run,
    press,
    hear,
    /** Loads a page, and waits until its title is heard, and its first link: the one that skips to its content. */
    async open(page: PageKey, language: Language): Promise<void> {
      const { title } = pageOf(page, language).head
      await hear([title], () => browser.open(new URL(addresses[page][language], site).href))
      // Orca has loaded a document only when it reads the top on request.
      await hear([shellOf(language).texts.navbar.skip], () => press('ctrl+Home'))
    },
    /** Puts the focus on a control, as Tab would in the end, and waits until its name is heard. */
    goTo: (selector: string, name: string) =>
      // Orca may still be busy and miss the focus, so this is tried again.
      expect(async () => {
        const focus = (selector: string) =>
          new Promise<void>((resolve) => {
            ;(document.activeElement as HTMLElement | null)?.blur()
            requestAnimationFrame(() => {
              document.querySelector<HTMLElement>(selector)?.focus()
              resolve()
            })
          })
        // After a key that moves its own reading position, Orca ignores a new focus until Tab is pressed. A Tab that reached
        // the page late would move the focus on from the control.
        await browser.run(awaitTab)
        press('Tab')
        await expect.poll(() => browser.run(hasTab), { timeout: 10_000 }).toBe(true)
        await hear([name], () => browser.run(focus, selector), 10_000)
      }).toPass({ timeout: 60_000 }),
  }
}

// In the page.

function awaitTab(): void {
  delete document.documentElement.dataset.tab
  addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') document.documentElement.dataset.tab = ''
  })
}

const hasTab = () => document.documentElement.dataset.tab === ''

/** Without line breaks and no-break spaces, which are not heard. */
const plain = (words: string) => words.replace(/\s+/g, ' ')
