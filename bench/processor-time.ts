import { existsSync, readFileSync } from 'node:fs'

/** What Linux counts processor time in, whatever the machine (USER_HZ). */
const ticksPerSecond = 100

/**
 * The processor time that a process and its children have taken so far, in seconds. On a machine that others use too, it
 * is a fairer measure than the clock.
 * @returns NaN on systems without /proc
 */
export function processorSeconds(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return Number.NaN
  // proc_pid_stat(5): the name, in brackets, may hold spaces; user and system time are the 14th and 15th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return (
    (Number(fields[11]) + Number(fields[12])) / ticksPerSecond +
    children.reduce((sum, child) => sum + processorSeconds(Number(child)), 0)
  )
}
