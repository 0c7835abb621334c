import { addArticles } from '../tests/support/add-articles.ts'
import { startEditor } from '../tests/support/editor-process.ts'
import { launchBrowser } from './browser.ts'
import { type Measure, medians, type Row } from './measure.ts'

const runs = 15
const text = 'texts/en/hero.yml#title'

/** What somebody waits for who types in the editor, in milliseconds from the last key: the site as it is, and a large one. */
export const measureEditor: Measure = async (report) => {
  await using own = await startEditor()
  const rows = await measureSite('this site', own.origin, report)
  await using large = await startEditor((folder) => addArticles(folder, 1_000))
  return [...rows, ...(await measureSite('large site', large.origin, report))]
}

async function measureSite(site: string, origin: string, report: (step: string) => void): Promise<Row[]> {
  await using browser = await launchBrowser('--window-size=1440,900')
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(`${origin}#${text}`)
  await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('h1'))
  await (await page.waitForSelector(`[id="${text}"]`))?.focus()
  const samples: Record<string, number>[] = []
  for (let run = 0; run <= runs; run++) {
    report(`${site}: ${run} of ${runs}`)
    await page.evaluate(watchField, text, false)
    await page.keyboard.press('x')
    const screen = await page.evaluate(() => typed)
    await page.evaluate(watchField, text, true)
    await page.keyboard.type(` word${run}.`, { delay: 60 })
    const preview = await page.evaluate(() => typed)
    // The first run warms up.
    if (run > 0) samples.push({ screen, preview })
  }
  const { screen = 0, preview = 0 } = medians(samples)
  return [
    { what: `${site}: from a key to the screen`, value: screen, limit: 50 },
    { what: `${site}: from the last key to the preview`, value: preview, limit: 300 },
  ]
}

/** What `watchField` promises. */
declare const typed: Promise<number>

/** Runs in the page: the milliseconds from the last input event to the frame in which what was typed is in the field, or the preview. */
function watchField(name: string, isInPreview: boolean): void {
  const field = document.getElementById(name) as HTMLTextAreaElement
  field.setSelectionRange(field.value.length, field.value.length)
  const before = field.value
  let last = Number.POSITIVE_INFINITY
  field.addEventListener('input', ({ timeStamp }) => {
    last = timeStamp
  })
  const shown = () => document.querySelector('iframe')?.contentDocument?.body.textContent
  // The words typed last end with a full stop.
  const isMet = () =>
    isInPreview ? field.value.endsWith('.') && shown()?.includes(field.value) : field.value !== before
  const typed = new Promise<number>((resolve) => {
    // The frame is on the screen when the next one begins.
    const look = () => requestAnimationFrame(isMet() ? () => resolve(performance.now() - last) : look)
    look()
  })
  Object.assign(window, { typed })
}
