import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file whole or not at all, and on the disk when it returns: whatever ends the process or the machine meanwhile, the
 * file holds what it held before or what it was to hold. Without bytes, it is gone.
 */
export function writeAtomically(file: string, bytes: string | Buffer | undefined): void {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}.unfinished`
  if (bytes === undefined) rmSync(file, { force: true })
  else {
    writeFileSync(unfinished, bytes, { flush: true })
    renameSync(unfinished, file)
  }
  syncFolder(dirname(file))
}

/** A name in a folder is durable once the folder is. Windows knows no such thing. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch {
    // Not every system lets a folder be opened.
  }
}
