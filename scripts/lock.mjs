import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** One command at a time installs and builds in this folder: the one whose process this file names. */
const lock = '.lock'
/** Only the command that makes this file may remove the lock of a process that has ended. */
const removal = '.lock-removal'

/** Waits while another command has the lock. */
export async function takeLock() {
  process.on('exit', releaseLock)
  for (let isReported = false; !make(lock); isReported = true) {
    if (!isDead()) {
      if (!isReported)
        console.error(
          `Another command is installing or building here. Waiting for it … If there is none, remove ${lock} and ${removal}.`,
        )
    } else if (make(removal)) {
      // Another command may have replaced it in the meantime.
      if (isDead()) rmSync(lock)
      rmSync(removal)
    }
    await pause(250)
  }
}

export function releaseLock() {
  if (holder() === process.pid) rmSync(lock, { force: true })
}

/** Makes a file that names this process. @returns false if there is one */
function make(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch ({ code }) {
    // In a folder that cannot be written to, nothing is installed or built.
    return code !== 'EEXIST'
  }
  return true
}

/** The process that has the lock; 0 while the file is being written. */
function holder() {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return undefined
  }
}

/** Whether there is a lock whose process has ended. */
function isDead() {
  const pid = holder()
  // In a container, a process that was killed may have had the number of this one.
  if (pid === undefined || pid === process.pid) return pid === process.pid
  try {
    return !process.kill(pid, 0)
  } catch ({ code }) {
    return code !== 'EPERM'
  }
}
