import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Waits until the disk has a file's bytes, or the names in a folder: after a power cut, a file whose name is not there is lost.
 * @throws Error of the system's, when it cannot
 */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
