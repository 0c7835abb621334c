import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openDatabase } from '../database/open-database.ts'
import { registerPages } from '../register/pages.ts'
import { drawCode } from '../register/qr-code.ts'
import type { Register } from '../register/register.ts'
import { certificateIndexer } from '../register/search.ts'
import { builtPart, type LoadedSite, readBuiltSite } from '../server/built-site.ts'
import { buildMail } from '../server/mail/build-mail.ts'
import { smtpMailer } from '../server/mail/smtp-mailer.ts'
import { Store } from '../server/messages/store.ts'
import { sleep } from '../server/sleep.ts'
import type { MailSettings, Settings } from '../settings.ts'
import { renderDocument } from '../shared/document.ts'
import { eachLanguage, initialLanguage, type Language } from '../shared/languages.ts'
import { dayIn } from '../shared/long-date.ts'
import { ActStore } from './act-store.ts'
import { describeEntry } from './describe-act.ts'
import { mailEntries, type RecordParts, watchActs } from './keep-record.ts'
import { buildOffice } from './office-app.ts'
import type { OfficeFiles } from './office-document.ts'
import { Passkeys } from './passkeys.ts'
import { Sessions } from './sessions.ts'
import type { OpenTexts } from './texts.ts'

/** The office's parts over the database that the settings name. */
export async function openOffice(settings: Settings, folder = 'dist') {
  const site = await readBuiltSite(folder)
  const database = openDatabase(settings)
  const { content } = site.register.pages.en
  const specimens = site.register.specimens as never
  const words = { covers: content.covers, reasons: content.reasons }
  const store = new ActStore(database, { specimens, words, timeZone: site.settings.timeZone })
  const today = () => dayIn(site.settings.timeZone, new Date())
  return { site, database, store, today }
}

/** The office's server, which does not listen yet. */
export async function makeOffice(settings: Settings, openTexts?: OpenTexts) {
  const { site, database, store } = await openOffice(settings)
  const { officeOrigin: origin } = settings
  const sessions = new Sessions(database)
  const app = buildOffice({
    site,
    store,
    files: await readOfficeFiles(site),
    messages: new Store(database),
    sessions,
    passkeys: new Passkeys(origin),
    openTexts,
    origin,
    trustProxy: settings.trustProxy,
    log: (line) => console.error(line),
  })
  return { app, site, database, store, sessions }
}

/** Serves the office until a signal stops the process. */
export async function serveOffice(settings: Settings, openTexts: OpenTexts): Promise<void> {
  const { app, site, database, store } = await makeOffice(settings, openTexts)
  const { officePort: port, officeOrigin: origin } = settings
  // By name: a passkey belongs to localhost, and not to 127.0.0.1.
  await app.listen({ host: 'localhost', port })
  const closing = new AbortController()
  const log = (line: string) => console.error(line)
  const send = settings.mail && recordMailer(settings.mail, closing.signal, log)
  const describe: RecordParts['describe'] = (entry, ledger) =>
    describeEntry(entry, { words: site.office[initialLanguage], language: initialLanguage, ledger, site })
  const record = { database, store, describe, log, sleep, ...(send && { send }) }
  void watchActs(record, closing.signal)
  void mailEntries(record, closing.signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      closing.abort()
      await app.close()
      await database.close()
      process.exit(0)
    })
  console.log(`The office is up: open ${origin}`)
  if ((await store.read()).people.size === 0)
    console.log('Nobody can enter yet. Invite the first person: npm run office -- invite "Name"')
}

/** Sends what the office keeps outside the database to CONTACT_TO. */
function recordMailer(mail: MailSettings, signal: AbortSignal, log: (line: string) => void): RecordParts['send'] {
  const mailer = smtpMailer(mail, (event, text) => log(`${event}: ${text}`))
  const address = /[^\s<>"]+@[^\s<>"]+/.exec(mail.from)?.[0] ?? mail.from
  return async ({ sequence, subject, text, mayBeRepeat }) => {
    const messageId = `<register-${sequence || Date.now()}@${mail.greeting}>`
    const replyTo = { name: address, address }
    const parts = { messageId, subject, text, replyTo, language: initialLanguage, mayBeRepeat }
    return mailer.send(await buildMail(parts, mail), signal)
  }
}

async function readOfficeFiles(site: LoadedSite, folder = 'dist'): Promise<OfficeFiles> {
  const own = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)))
  const fonts = Object.entries(site.files).filter(([address]) => address.endsWith('.woff2'))
  const { renderOffice } = await import(pathToFileURL(resolve(builtPart(folder, 'prerender/office.js'))).href)
  const library = createRequire(import.meta.url).resolve('@simplewebauthn/browser')
  return {
    renderOffice,
    siteStyle: site.contact.template.headEnd,
    static: {
      '/office.css': { type: 'text/css; charset=utf-8', body: own('./office.css') },
      '/office.js': { type: 'text/javascript; charset=utf-8', body: own('./browser.js') },
      '/simplewebauthn.js': {
        type: 'text/javascript; charset=utf-8',
        body: readFileSync(resolve(library, '../../dist/bundle/index.umd.min.js')),
      },
      ...Object.fromEntries(
        fonts.map(([address, { path, type }]) => [address, { type, body: site.contents.get(path) ?? '' }]),
      ),
    },
    publicPage: publicPages(site),
  }
}

/** Renders what the public page of a certificate says, without its scripts, to be shown beside the forms. Its links lead to the site. */
function publicPages(site: LoadedSite): OfficeFiles['publicPage'] {
  const index = certificateIndexer(eachLanguage((language) => site.register.pages[language].content))([])
  return (register: Register, language: Language, number: string) => {
    const loaded = { register, index }
    const { certificatePage } = registerPages(site, site.register, loaded, () => new Date())
    const page = certificatePage(language, number)
    const shell = site.shells[language]
    const { origin } = site.settings
    const { script: _, ...template } = site.register.template
    const headEnd = template.headEnd.replace(/<script>[\s\S]*?<\/script>/g, '')
    const [main = ''] = /<main[\s\S]*<\/main>/.exec(site.renderPage(shell, page)) ?? []
    const code = Buffer.from(drawCode(`${origin}/c/${number}`)).toString('base64')
    const body = main
      .replaceAll(/ (href|action)="(?=\/)/g, ` target="_blank" $1="${origin}`)
      .replace(/ src="\/c\/[^"]*"/, ` src="data:image/svg+xml;base64,${code}"`)
    const html = renderDocument({ page, body, template: { ...template, headEnd }, origin, siteName: shell.name })
    const policy = template.contentSecurityPolicy
      .replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'")
      .replace(/form-action [^;]*/, `form-action ${origin}`)
      .replace(/img-src/, '$& data:')
    return { html, policy }
  }
}
