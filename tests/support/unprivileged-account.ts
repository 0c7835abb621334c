import { readFileSync } from 'node:fs'

export type Account = { uid: number; gid: number }

/**
 * If the tests run as root, the account for the servers that they start: nobody, or one of the server's own.
 * @param names accounts to prefer
 * @returns nothing if the tests do not run as root
 * @throws Error when there is no such account
 */
export function unprivilegedAccount(...names: string[]): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of [...names, 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('The tests run as root, and there is no user "nobody" to run their servers as.')
}
