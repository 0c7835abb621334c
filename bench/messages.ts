import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { chromium } from '@playwright/test'
import { startMailServer } from '../tests/support/mail-server.ts'
import { browserArgs, findBrowser } from '../tests/support/programs.ts'
import { startServer } from '../tests/support/server-process.ts'
import { hydrate } from './browser.ts'
import { median, type Row } from './measure.ts'

const work = 'bench/work'
const runMs = 3_000
const rounds = 5
const clients = 32
const clicks = 15
const settings = { DATA_DIR: `${work}/data`, CONTACT_LIMIT: '0' }

const words = 'Quels documents faut-il fournir pour une première certification ? '.repeat(4)
const submission = () => ({
  id: randomUUID(),
  name: 'Marie Durand',
  email: 'marie@example.com',
  message: words,
  language: 'fr',
})

/** How many messages the server accepts, how many rows the same disk takes, and how long a visitor waits. */
export async function measureMessages(report: (step: string) => void): Promise<Row[]> {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  await using server = await startServer({ settings })
  const accepted: number[] = []
  const inserted: number[] = []
  // In turns, so that other load on the machine affects both alike.
  for (let round = 1; round <= rounds; round++) {
    report(`round ${round} of ${rounds}`)
    accepted.push(await acceptMessages(server.origin))
    inserted.push(await insertRows())
  }
  const success = await clickToSuccess(report)
  rmSync(work, { recursive: true })
  return [
    { what: `messages accepted per second, ${clients} clients at once`, value: Math.round(median(accepted)) },
    { what: 'single-row durable inserts per second, same SQLite, same disk', value: Math.round(median(inserted)) },
    { what: 'accepted ÷ inserted', value: round(median(accepted.map((rate, index) => rate / (inserted[index] ?? 1)))) },
    { what: 'click to success on screen, ms', value: round(median(success)) },
  ]
}

/** Sends messages from several clients at once, each waiting for its answer. @returns 201 answers per second */
async function acceptMessages(origin: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const { hostname, port } = new URL(origin)
  const end = performance.now() + runMs
  let count = 0
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const body = JSON.stringify(submission())
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      request({ hostname, port, agent, method: 'POST', path: '/api/contact', headers }, (response) => {
        if (response.statusCode === 201) count++
        else reject(new Error(`A message was answered with ${response.statusCode}.`))
        response.resume().once('end', resolve)
      })
        .once('error', reject)
        .end(body)
    })
  const client = async () => {
    while (performance.now() < end) await send()
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return (count / (performance.now() - start)) * 1000
}

/** Inserts rows of the same size, each in a commit of its own that waits for the disk. @returns rows per second */
async function insertRows(): Promise<number> {
  const file = `${work}/raw.sqlite`
  const database = new DatabaseSync(file)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id TEXT PRIMARY KEY, words TEXT) STRICT',
  )
  const insert = database.prepare('INSERT INTO rows VALUES (?, ?)')
  const end = performance.now() + runMs
  let count = 0
  const start = performance.now()
  while (performance.now() < end) {
    insert.run(randomUUID(), words)
    count++
  }
  const rate = (count / (performance.now() - start)) * 1000
  database.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  return rate
}

/** From the click on the button to the words of success, in a browser, with a mail server behind. @returns milliseconds */
async function clickToSuccess(report: (step: string) => void): Promise<number[]> {
  await using mailServer = await startMailServer()
  await using server = await startServer({
    settings: {
      DATA_DIR: `${work}/browser`,
      CONTACT_LIMIT: '0',
      SMTP_URL: mailServer.url,
      CONTACT_TO: 'office@example.org',
    },
  })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
  const times: number[] = []
  const page = await browser.newPage()
  await page.goto(`${server.origin}/en/contact`)
  await hydrate(page)
  for (let click = 1; click <= clicks; click++) {
    report(`click ${click} of ${clicks}`)
    const { name, email, message } = submission()
    await page.locator('#name').fill(name)
    await page.locator('#email').fill(email)
    await page.locator('#message').fill(`${click} ${message}`)
    times.push(await page.evaluate(timeSubmission))
  }
  await browser.close()
  return times
}

/** Runs in the page: clicks the button, and waits for the frame that shows the words of success. */
function timeSubmission(): Promise<number> {
  const status = document.querySelector('form [role="status"]') as HTMLElement
  return new Promise((resolve) => {
    let start = 0
    const observer = new MutationObserver(() => {
      if (!status.textContent) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.now() - start))
    })
    observer.observe(status, { childList: true, characterData: true, subtree: true })
    start = performance.now()
    document.querySelector<HTMLButtonElement>('form button[type="submit"]')?.click()
  })
}

const round = (value: number) => Number(value.toPrecision(3))
