import type { ElementHandle, Page } from 'puppeteer-core'
import { addArticles } from '../tests/support/add-articles.ts'
import { startEditor } from '../tests/support/editor-process.ts'
import { launchBrowser } from './browser.ts'
import { medians, type Row } from './measure.ts'

const runs = 15
const text = 'texts/en/hero.yml#title'

/** What somebody waits for who types in the editor, in milliseconds from the last key: the site as it is, and a large one. */
export async function measureEditor(report: (step: string) => void): Promise<Row[]> {
  const rows: Row[] = []
  await using own = await startEditor()
  rows.push(...(await measureField(own.origin, text, (step) => report(`this site, ${step}`))))
  await using large = await startEditor((folder) => addArticles(folder, 1_000))
  const measured = await measureField(large.origin, text, (step) => report(`a large site, ${step}`))
  return [...rows, ...measured.map((row) => ({ ...row, what: `large site: ${row.what}` }))]
}

/** @param name the control in which is typed */
async function measureField(origin: string, name: string, report: (step: string) => void): Promise<Row[]> {
  await using browser = await launchBrowser('--window-size=1440,900')
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(`${origin}#${name}`)
  await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('h1'))
  const field = (await page.waitForSelector(`[id="${name}"]`)) as ElementHandle<HTMLTextAreaElement>
  await field.focus()
  const samples: Record<string, number>[] = []
  for (let run = 0; run <= runs; run++) {
    report(`${run} of ${runs}`)
    await field.evaluate((field) => field.setSelectionRange(field.value.length, field.value.length))
    const screen = await timed(page, name, () => page.keyboard.press('x'), 'isShown')
    const preview = await timed(page, name, () => page.keyboard.type(` word${run}.`, { delay: 60 }), 'isInPreview')
    // The first run warms up.
    if (run > 0) samples.push({ screen, preview })
  }
  const { screen = 0, preview = 0 } = medians(samples)
  return [
    { what: 'from a key to the screen', value: screen, limit: 50 },
    { what: 'from the last key to the preview', value: preview, limit: 300 },
  ]
}

type Condition = 'isShown' | 'isInPreview'

/** Milliseconds in the page from the last input event to the frame in which a condition is met. */
async function timed(page: Page, name: string, act: () => Promise<void>, condition: Condition): Promise<number> {
  await page.evaluate(
    ([name, condition]) => {
      const field = document.getElementById(name) as HTMLTextAreaElement
      const before = field.value
      const conditions: Record<Condition, () => boolean> = {
        isShown: () => field.value !== before,
        // The words typed last end with a full stop.
        isInPreview: () =>
          (field.value.endsWith('.') &&
            document.querySelector('iframe')?.contentDocument?.body.textContent.includes(field.value)) ??
          false,
      }
      let last = Number.POSITIVE_INFINITY
      field.addEventListener('input', ({ timeStamp }) => {
        last = timeStamp
      })
      const result = new Promise<number>((resolve) => {
        const look = () => {
          const isMet = last < Number.POSITIVE_INFINITY && conditions[condition]()
          // The frame is on the screen when the next one begins.
          requestAnimationFrame(isMet ? () => resolve(performance.now() - last) : look)
        }
        requestAnimationFrame(look)
      })
      Object.assign(window, { result })
    },
    [name, condition] as const,
  )
  await act()
  return page.evaluate(() => (window as unknown as { result: Promise<number> }).result)
}
