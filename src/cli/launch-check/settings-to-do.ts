import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isLoopback } from '../../server/loopback.ts'
import { defaultRetentionDays, type Settings, type SettingsError } from '../../settings.ts'
import { isExampleHost, isExampleMailbox } from './example-names.ts'
import type { Group, Item } from './launch-report.ts'

/** What is to be set, and what has been left as it comes. */
export type Findings = { items: Item[]; information: Item[] }

export const settingsGroup = (items: Item[]): Group => ({
  title: 'To set, in .env or the environment',
  remedy: 'Set each where the site runs; .env.example explains them.',
  items,
})

/** Settings that cannot be read at all. */
export const faultySettings = ({ faults }: SettingsError): Item[] => faults.map(([key, says]) => ({ key, says }))

/** Settings that a public site must have, or should have on purpose. */
export function settingsToDo(settings: Settings): Findings {
  return {
    items: [...originItems(settings), ...mailItems(settings), ...proxyItems(settings), ...storageItems(settings)],
    information: [...retention(settings), ...sender(settings), ...limit(settings), ...transport(settings)],
  }
}

function originItems({ siteOrigin, contactOrigin }: Settings): Item[] {
  return [
    ...originFaults('SITE_ORIGIN', siteOrigin),
    ...(contactOrigin ? originFaults('CONTACT_ORIGIN', contactOrigin) : []),
  ]
}

function originFaults(key: string, origin: string): Item[] {
  const { protocol, hostname } = new URL(origin)
  if (isExampleHost(hostname))
    return [{ key, says: `is ${origin}. Set the public origin: https:// and a name of your own` }]
  if (protocol !== 'https:')
    return [{ key, says: `is ${origin}. What is public is served over TLS: https://${hostname}` }]
  return []
}

function mailItems({ mail }: Settings): Item[] {
  if (!mail)
    return [
      {
        key: 'SMTP_URL',
        says: 'is not set, so messages would wait in the store until somebody looks. Set the mail server, and CONTACT_TO',
      },
    ]
  const { hostname } = new URL(mail.smtpUrl)
  const examples: [key: string, value: string, isExample: boolean][] = [
    ['SMTP_URL', hostname, !isLoopback(hostname) && isExampleHost(hostname) && hostname.includes('.')],
    ['CONTACT_TO', mail.to, mail.to.split(', ').some(isExampleMailbox)],
    ['CONTACT_FROM', mail.from, mail.from !== mail.to.split(', ')[0] && isExampleMailbox(mail.from)],
  ]
  return examples
    .filter(([, , isExample]) => isExample)
    .map(([key, value]) => ({ key, says: `is an example: ${value}. Set the real one` }))
}

/** Behind a proxy on this machine that the server does not know of, every visitor would have the proxy's address. */
function proxyItems({ host, trustProxy, siteOrigin, contactLimit }: Settings): Item[] {
  if (!isLoopback(host) || trustProxy > 0 || contactLimit === 0 || !siteOrigin.startsWith('https:')) return []
  return [
    {
      key: 'TRUST_PROXY',
      says: `is 0, but what speaks TLS before ${host} is a proxy: all visitors together would have ${contactLimit} messages in ten minutes. Set how many proxies there are: 1`,
    },
  ]
}

function storageItems({ databaseUrl, dataDir }: Settings): Item[] {
  const { hostname } = new URL(databaseUrl ?? 'postgres://localhost')
  if (hostname.includes('.') && isExampleHost(hostname) && !/^[\d.]+$/.test(hostname))
    return [{ key: 'DATABASE_URL', says: `names an example, ${hostname}. Set the real database` }]
  const fromBuild = relative(resolve('dist'), resolve(dataDir))
  if (databaseUrl || fromBuild.split(sep)[0] === '..' || isAbsolute(fromBuild)) return []
  return [{ key: 'DATA_DIR', says: `${dataDir} lies in the build, which is replaced. Set a folder elsewhere` }]
}

function retention({ retentionDays }: Settings): Item[] {
  const isDefault = retentionDays === defaultRetentionDays ? ', as when nothing is set' : ''
  return [{ key: 'RETENTION_DAYS', says: `messages are erased after ${retentionDays} days${isDefault}` }]
}

function sender({ mail }: Settings): Item[] {
  if (!mail || mail.from !== mail.to.split(', ')[0]) return []
  return [
    {
      key: 'CONTACT_FROM',
      says: `mails come from ${mail.from}, who receives them too. Set another where the mail server does not accept that`,
    },
  ]
}

function limit({ contactLimit }: Settings): Item[] {
  if (contactLimit > 0) return []
  return [{ key: 'CONTACT_LIMIT', says: 'is 0: one address may send as many messages as it likes' }]
}

function transport({ host, port, trustProxy }: Settings): Item[] {
  const reach = isLoopback(host)
    ? `is reached from this machine alone, at ${host}:${port}`
    : `is reached from the network, at ${host}:${port}, with ${trustProxy} ${trustProxy === 1 ? 'proxy' : 'proxies'} in front (TRUST_PROXY)`
  return [{ key: 'TLS', says: `the server speaks plain HTTP and ${reach}; a proxy must speak TLS for it` }]
}
