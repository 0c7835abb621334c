import { type Confirmation, confirmationsFile } from '../content/read/confirmations.ts'
import type { Content } from '../content/read/content.ts'
import { localise, organisationFile, type readOrganisation } from '../content/read/organisation.ts'
import { parsePath, type TextTree, valueAt } from '../content/text-tree.ts'
import { readSettings, type Settings, SettingsError } from '../settings.ts'
import { allLanguages, fallbackLanguage, initialLanguage } from '../shared/languages.ts'
import { articlesIn, type PageKey } from '../shared/pages.ts'
import { locationOf } from '../shared/problem.ts'

/** What must be done before the site goes public: the file or the environment, the key in it, and what to do. */
type LaunchPoint = { file: string; key: string; message: string }

export function describePoints(points: LaunchPoint[]): string {
  if (points.length === 0) return 'Nothing is left to do: the site can go public.\n'
  const lines = points.map((point) => `${locationOf(point)}\n    ${point.message}\n`)
  const count = points.length === 1 ? '1 thing is' : `${points.length} things are`
  return `${lines.join('')}\n${count} left to do before the site goes public.\n`
}

/** Facts of the organisation that are still marked as placeholders. A partner may remain unnamed. */
export function placeholderPoints({ data, placeholders }: ReturnType<typeof readOrganisation>): LaunchPoint[] {
  // A fact that has a value for each language is one fact.
  const language = new RegExp(`\\.(?:${allLanguages.join('|')})$`)
  const facts = new Set(placeholders.map((key) => key.replace(language, '')))
  return [...facts].map((key) => {
    const value: unknown = valueAt(data as unknown as TextTree, parsePath(key))
    const shown =
      value === undefined
        ? 'empty'
        : localise(typeof value === 'number' ? String(value) : (value as string), initialLanguage)

    return { file: organisationFile, key, message: `Now: ${shown}. Write the real value and remove !placeholder.` }
  })
}

/** The pages that state rules. Like every article, they show when they were last reviewed and by whom. */
const reviewedPages = ['certification', 'check_label', 'get_certified', 'questions'] as const satisfies PageKey[]

/** Articles and pages that state rules, if nobody has reviewed them. */
export function reviewPoints({ organisation, pages }: Content): LaunchPoint[] {
  const reviewed = new Set(organisation.reviews.flatMap(({ pages }) => pages))
  return [...articlesIn(pages), ...reviewedPages]
    .filter((page) => !reviewed.has(page))
    .map((page) => ({
      file: organisationFile,
      key: 'reviews',
      message: `Nobody has reviewed ${page}. Write the page, the day and who read it.`,
    }))
}

/** Statements without a name and a day that is not in the future; the file explains them. @param today ISO 8601 */
export function confirmationPoints(confirmations: Confirmation[], today: string): LaunchPoint[] {
  return confirmations
    .filter(({ date, name }) => !name || !date || date > today)
    .map(({ id, what }) => ({
      file: confirmationsFile,
      key: id,
      message: `Not confirmed yet: ${what[fallbackLanguage]}`,
    }))
}

/** Settings that are invalid, or that a public site needs. */
export function settingPoints(environment?: Record<string, string | undefined>): LaunchPoint[] {
  const point = (key: string, message: string) => ({ file: 'environment or .env', key, message })
  try {
    return missingSettings(readSettings(environment)).map(([key, message]) => point(key, message))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.faults.map(([key, message]) => point(key, `${key} ${message}.`))
  }
}

/** Names reserved for examples and tests (RFC 2606, RFC 6761), and names of this machine or network. */
const isExampleName = (name: string) =>
  /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost|local)$/.test(name) || /^[^.]+$|^[\d.]+$|^\[/.test(name)

const isExampleMailbox = (mailbox: string) => isExampleName(/@([^@>]+)>?$/.exec(mailbox)?.[1] ?? '')

function missingSettings({ siteOrigin, mail, host, trustProxy }: Settings): [key: string, message: string][] {
  const { protocol, hostname } = new URL(siteOrigin)
  const isPublic = protocol === 'https:' && !isExampleName(hostname)
  const missing: [key: string, message: string, isMissing: boolean][] = [
    ['SITE_ORIGIN', `Now: ${siteOrigin}. Set the public origin: https:// and a name of your own.`, !isPublic],
    [
      'SMTP_URL',
      'Set the mail server. Without one, messages wait in the store until somebody reads them there.',
      !mail,
    ],
    ['CONTACT_TO', `Now: ${mail?.to}. Set the office’s address.`, mail?.to.split(', ').some(isExampleMailbox) ?? false],
    ['CONTACT_FROM', `Now: ${mail?.from}. Set the sender’s address.`, isExampleMailbox(mail?.from ?? '@set.eu')],
    [
      'TRUST_PROXY',
      'Set how many proxies are in front of the server: 1. With 0, the rate limit counts all visitors as one.',
      isPublic && trustProxy === 0 && /^(127\.|localhost$|::1$)/.test(host),
    ],
  ]
  return missing.filter(([, , isMissing]) => isMissing).map(([key, message]) => [key, message])
}
