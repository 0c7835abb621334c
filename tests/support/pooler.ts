import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { password, superuser } from './postgres-server.ts'
import { findPooler } from './programs.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { unprivilegedAccount } from './unprivileged-account.ts'

/** Two connections to the server for each database: a client has another one in each transaction. */
const configuration = (port: number, serverPort: number) => `
[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = users
pool_mode = transaction
default_pool_size = 2
server_idle_timeout = 5
`

/** Runs the pooler until its standard input ends, which it does even if the process that started it was killed. */
const untilInputEnds = '"$0" configuration & read -r _; kill -KILL $!; wait'

/** Starts a real PgBouncer, which pools by transaction, in front of a PostgreSQL server of this machine. */
export async function startPooler(serverPort: number) {
  const program = findPooler()
  const { path: cwd, remove } = temporaryFolder()
  const port = await freePort()
  // PgBouncer does not run as root.
  const account = unprivilegedAccount()
  if (account) chownSync(cwd, account.uid, account.gid)
  writeFileSync(join(cwd, 'users'), `"${superuser}" "${password}"`)
  writeFileSync(join(cwd, 'configuration'), configuration(port, serverPort))
  const pooler = spawn('sh', ['-c', untilInputEnds, program], { ...account, cwd, stdio: ['pipe', 'ignore', 'pipe'] })
  let log = ''
  const exited = once(pooler, 'exit')
  for await (const part of pooler.stderr) {
    log += part
    if (log.includes('process up')) break
  }
  if (!log.includes('process up')) throw new Error(`PgBouncer did not start. ${log}`)
  return {
    port,
    async [Symbol.asyncDispose]() {
      pooler.stdin.end()
      await exited
      remove()
    },
  }
}
