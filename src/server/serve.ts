import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import os, { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyListenOptions } from 'fastify'
import { openDatabase } from '../database/open-database.ts'
import { readSettings, type Settings } from '../settings.ts'
import { buildApp } from './app.ts'
import { readBuiltSite } from './built-site.ts'
import { openContact } from './contact/contact-service.ts'
import { type Log, processLog } from './operations/log.ts'
import { Metrics } from './operations/metrics.ts'
import { LiveRegister } from './register/live-register.ts'

/** How long a stopping server that accepts no more requests waits for those under way. */
export const requestsTimeoutMs = 10_000

/**
 * How long connections that were accepted in the last moment have to send a request. Closing would end them as
 * idle (seen with Node 26: one request or two at each restart under load).
 */
const lastRequestsMs = 500

/** How long a server that starts waits for its register. */
const firstReadMs = 3_000

/**
 * Lets the server listen if netlink sockets are forbidden, as by systemd's RestrictAddressFamilies: Fastify lists the addresses of this
 * machine in order to log them, and Node throws.
 */
function allowNoNetlink(): void {
  try {
    os.networkInterfaces()
  } catch {
    os.networkInterfaces = () => ({ any: [{ family: 'IPv4', address: '0.0.0.0' } as os.NetworkInterfaceInfo] })
  }
}

/**
 * Serves the last build until a signal stops the process; then it accepts no more requests and finishes those under way.
 */
export async function serve(settings: Settings = readSettings()): Promise<void> {
  const site = await readBuiltSite()
  const { build } = site
  // If several instances write to one log, host and port distinguish them.
  const toOutput = processLog(`${hostname()}:${settings.port || process.pid}`)
  const database = openDatabase(settings)
  const register = new LiveRegister(site, database, settings.dataDir, (...event) => log(...event))
  const metrics =
    settings.metricsPort === undefined
      ? undefined
      : new Metrics({
          dataDir: settings.databaseUrl ? undefined : settings.dataDir,
          backlog: () => readiness.backlog,
          register,
        })
  const log: Log = (event, ...rest) => {
    metrics?.countEvent(event)
    toOutput(event, ...rest)
  }
  // Node itself would print a warning on several lines.
  process.removeAllListeners('warning').on('warning', ({ name, message }) => log('warned', `${name}: ${message}`))
  process.on('uncaughtExceptionMonitor', (error) => log('crashed', `The server ends: ${error.stack}`))
  const contact = openContact(settings, site, database, log)
  const { readiness } = contact
  const app = buildApp({
    site,
    register: register.current,
    contact,
    trustProxy: settings.trustProxy,
    origin: settings.siteOrigin,
  })
  readiness.addRoute(app, register)
  metrics?.watch(app.server)
  // A database that is away does not keep the pages waiting.
  const following = new AbortController()
  await Promise.race([register.update(), pause(firstReadMs)])
  void register.follow(following.signal)
  let metricsServer: HttpServer | undefined
  let address: string
  try {
    metricsServer = await metrics?.serve(settings.metricsPort ?? 0)
    const { host, port, listenFd } = settings
    allowNoNetlink()
    // Fastify's types leave out that Node can listen on a socket which is there already (net: server.listen).
    address = await app.listen({ host, port, fd: listenFd } as FastifyListenOptions)
  } catch (error) {
    // Anything left open would keep the process from ending.
    following.abort()
    metricsServer?.close()
    await app.close()
    await contact.close()
    throw error
  }
  contact.start()

  const stop = async (signal: string) => {
    readiness.stop()
    log('stopping', `${signal}: finishing what is under way …`, { signal })
    // Until the mails under way are finished, which may take minutes, pages are still served and messages kept.
    await contact.finishMails()
    // Accepts no more connections and leaves the open ones alone, unlike the server's own `close`.
    Server.prototype.close.call(app.server)
    await pause(lastRequestsMs)
    // Closing ends the connections that are idle then. One whose request ends later is closed by this short keep-alive time:
    // destroying it would cut off its response.
    app.server.keepAliveTimeout = 1
    app.server.keepAliveTimeoutBuffer = 0
    setTimeout(() => {
      log('stop_timed_out', `Not every request was finished within ${requestsTimeoutMs / 1000} s.`)
      process.exit(1)
    }, requestsTimeoutMs).unref()
    following.abort()
    await app.close()
    await contact.close()
    log('stopped', 'Everything is finished.')
    process.exit(0)
  }
  // The signal may come several times: Ctrl+C reaches every process of the group, npm passes it on, people press it again.
  let isStopping = false
  // Under nohup, no stream is a terminal: then a terminal that closes stops nothing (src/cli/run.ts).
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping || (signal === 'SIGHUP' && !hasTerminal)) return
      isStopping = true
      void stop(signal)
    })
  log('started', `The site is up: open ${address} (build ${build})`, { address, build })
  log('contact_ready', contact.description)
}
