// Loaded before a program (node --import), on each of its threads: makes SQLite sync less than the store asks for.
import { DatabaseSync } from 'node:sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  return exec.call(this, sql.replace('synchronous = FULL', `synchronous = ${process.env.SYNCHRONOUS}`))
}
