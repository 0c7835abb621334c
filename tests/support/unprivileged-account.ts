import { readFileSync } from 'node:fs'

export type Account = { uid: number; gid: number }

/**
 * The account to run a server for tests as: nobody's, or one of its own, where the tests run as root.
 * @param names accounts that go before nobody's
 * @returns nothing where the tests have no rights to give up
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
