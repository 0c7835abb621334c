import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file whole or not at all, and on the disk when it returns: whatever ends the process or the machine meanwhile, the
 * file holds what it held before or what it was to hold.
 */
export function writeAtomically(file: string, bytes: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}.unfinished`
  const descriptor = openSync(unfinished, 'w')
  try {
    const buffer = Buffer.from(bytes)
    for (let at = 0; at < buffer.length; ) at += writeSync(descriptor, buffer, at)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(unfinished, file)
  syncFolder(dirname(file))
}

export function removeAtomically(file: string): void {
  rmSync(file, { force: true })
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
