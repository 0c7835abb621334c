import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Settings } from '../../settings.ts'
import { isExampleHost } from './example-names.ts'
import type { Item } from './launch-report.ts'

/** Rights of people who are neither the owner nor of the owner's group. */
const othersMayAnything = 0o007

/** Whether messages can be kept where they are meant to be, and by nobody else read. */
export function storageToDo({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): Item[] {
  return databaseUrl ? databaseToDo(databaseUrl) : folderToDo(resolve(dataDir))
}

function databaseToDo(databaseUrl: string): Item[] {
  const { hostname } = new URL(databaseUrl)
  if (!hostname.includes('.') || !isExampleHost(hostname) || /^[\d.]+$/.test(hostname)) return []
  return [{ key: 'DATABASE_URL', says: `names an example, ${hostname}. Set the real database` }]
}

function folderToDo(folder: string): Item[] {
  const items: Item[] = []
  const add = (says: string) => items.push({ key: 'DATA_DIR', says })
  const fromBuild = relative(resolve('dist'), folder)
  if (!fromBuild.startsWith('..') && !/^[A-Z]:/.test(fromBuild))
    add(`${folder} lies in the build, which is replaced and may be public. Set a folder elsewhere`)
  const present = nearestPresent(folder)
  const isWritable = isWritableFolder(present)
  if (!isWritable) add(`${present} may not be written to by this account. Give it the right, or set another folder`)
  const readable = isWritable && present === folder ? readableByOthers(folder) : undefined
  if (readable) add(`${readable} may be read by every account of this machine. Take that away: chmod o= ${readable}`)
  return items
}

/** The folder, or the nearest one above it that is there: the server makes those that are missing. */
function nearestPresent(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestPresent(dirname(folder))
}

function isWritableFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

/** A folder that others may not enter keeps what it holds from them, whatever the rights of the files. */
function readableByOthers(folder: string): string | undefined {
  // Windows has no such rights; Node makes some up.
  if (process.platform === 'win32' || !isOpen(folder)) return undefined
  return readdirSync(folder)
    .filter((name) => name.startsWith('messages.sqlite'))
    .map((name) => join(folder, name))
    .find(isOpen)
}

const isOpen = (path: string) => (statSync(path).mode & othersMayAnything) !== 0
