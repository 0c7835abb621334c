// Loaded before a program (node --import), on each of its threads: its store waits for the disk less than it should.
import { DatabaseSync } from 'node:sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  return exec.call(this, sql.replace('synchronous = FULL', `synchronous = ${process.env.SYNCHRONOUS}`))
}
