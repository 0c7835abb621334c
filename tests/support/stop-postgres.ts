import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/**
 * A process of its own beside each test server: once the one that started it closes the pipe, or has died, however it
 * died, it stops the server and removes its folder.
 */
const [pgCtl = '', folder = '', uid, gid] = process.argv.slice(2)
const account = uid && gid ? { uid: Number(uid), gid: Number(gid) } : {}

process.stdin.resume().on('close', () => {
  spawnSync(pgCtl, ['stop', `--pgdata=${folder}/data`, '--mode=immediate', '--wait'], {
    ...account,
    cwd: folder,
    stdio: 'ignore',
  })
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})
