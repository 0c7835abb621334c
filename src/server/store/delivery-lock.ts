import { DatabaseSync } from 'node:sqlite'

/**
 * Says which of the processes that share an SQLite store delivers its messages. It is SQLite's own lock on a file: the
 * system lets go of it when the process ends, however it ends.
 */
export class DeliveryLock {
  readonly #file: string
  #database: DatabaseSync | undefined

  constructor(file: string) {
    this.#file = file
  }

  acquire(): 'held' | 'acquired' | 'held by another' {
    if (this.#database) return 'held'
    const database = new DatabaseSync(this.#file, { timeout: 0 })
    try {
      database.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      database.close()
      if (/locked/.test((error as Error).message)) return 'held by another'
      throw error
    }
    this.#database = database
    return 'acquired'
  }

  release(): void {
    this.#database?.close()
    this.#database = undefined
  }
}
