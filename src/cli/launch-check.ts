import { readContent } from '../content/content.ts'
import { readSettings } from '../settings.ts'
import { run } from './run.ts'

/** Lists what must be filled in before the site goes public. Exits with 1 while something remains. */
await run(async () => {
  const { placeholders } = readContent()
  const { siteOrigin, mail } = readSettings()
  const findings = placeholders.map(
    (key) =>
      `content/organisation.yml  ${key}\n      is a placeholder. Write the real value and remove the mark !placeholder.`,
  )
  if (!siteOrigin.startsWith('https://'))
    findings.push(`SITE_ORIGIN\n      is ${siteOrigin}. Set the public origin: https://www.example.org`)
  if (!mail)
    findings.push(
      'SMTP_URL, CONTACT_TO, CONTACT_FROM\n      are not set: contact messages would wait in the store. Set the mail server, who receives them and who sends.',
    )
  if (findings.length === 0) return console.log('Nothing is left to fill in.')
  console.log(`${findings.length} things to fill in before going public:\n  ${findings.join('\n  ')}`)
  process.exitCode = 1
})
