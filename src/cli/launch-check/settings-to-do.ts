import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isLoopback } from '../../server/loopback.ts'
import type { Settings, SettingsError } from '../../settings.ts'
import { isExampleHost, isExampleMailbox } from './example-names.ts'
import type { Group, Item } from './launch-report.ts'

export const settingsGroup = (items: Item[]): Group => ({
  title: 'To set, in .env or the environment',
  remedy: 'Set each where the site runs; .env.example explains them.',
  items,
})

/** Settings that cannot be read at all. */
export const faultySettings = ({ faults }: SettingsError): Item[] => faults.map(([key, says]) => ({ key, says }))

/** Settings that a public site must have. */
export const settingsToDo = (settings: Settings): Item[] => [
  ...originItems(settings),
  ...mailItems(settings),
  ...proxyItems(settings),
  ...storageItems(settings),
]

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
