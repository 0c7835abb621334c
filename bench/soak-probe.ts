import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into the server before anything else (NODE_OPTIONS=--import): at SIGUSR2 it collects the garbage and prints what
 * is left, and how long the event loop has kept others waiting since it was last asked. The server's own code is untouched.
 */
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()

process.on('SIGUSR2', () => {
  const delayMostMs = delay.max / 1e6
  // Twice: objects that finalisers still held are freed only the second time.
  collectGarbage()
  collectGarbage()
  delay.reset()
  const { rss, heapUsed, external } = process.memoryUsage()
  console.log(`probe ${JSON.stringify({ delayMostMs, rss, heapUsed, external })}`)
})
