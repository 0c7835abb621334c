import { statfs } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { contactEndpoint } from '../../shared/contact/message-rules.ts'
import type { Backlog } from '../messages/message-store.ts'
import { type EventName, events } from './events.ts'
import type { FollowedRegister } from './readiness.ts'

/** In seconds: pages come from memory in less than the first; a message waits for the disk; a client may be slow. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const contactStatuses = [200, 201, 400, 403, 413, 415, 422, 429, 500, 503]

type MetricsParts = {
  /** The folder of the embedded store; none for PostgreSQL, whose disk is elsewhere. */
  dataDir: string | undefined
  /** The last count of undelivered messages; undefined while the store fails. */
  backlog: () => Backlog | undefined
  register: FollowedRegister
}

/** Counts and measures in Prometheus's format, without addresses, paths or anything that visitors typed. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #events = new Counter({
    name: 'log_events_total',
    help: 'Lines of the log, by event and level.',
    labelNames: ['event', 'level'],
    registers: [this.#registry],
  })
  readonly #answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer; "contact" is the sending of a message.',
    labelNames: ['to', 'status'],
    buckets,
    registers: [this.#registry],
  })

  constructor({ dataDir, backlog, register }: MetricsParts) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    new Gauge({
      name: 'contact_messages',
      help: 'Messages that are not delivered.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const state of ['waiting', 'unknown', 'refused'] as const)
          this.set({ state }, backlog()?.[state] ?? Number.NaN)
      },
    })
    new Gauge({
      name: 'contact_oldest_waiting_seconds',
      help: 'The age of the oldest waiting or unknown message.',
      registers,
      collect() {
        const counted = backlog()
        this.set(counted ? (counted.oldestMs ?? 0) / 1000 : Number.NaN)
      },
    })
    new Gauge({
      name: 'register_last_entry',
      help: 'The number of the last entry of the register that is shown.',
      registers,
      collect() {
        this.set(register.lastEntry ?? Number.NaN)
      },
    })
    new Gauge({
      name: 'register_contradicted',
      help: '1 if the register in the database ends before what is shown, or contradicts it.',
      registers,
      collect() {
        this.set(register.isContradicted ? 1 : 0)
      },
    })
    if (dataDir !== undefined)
      new Gauge({
        name: 'contact_store_free_bytes',
        help: 'Free space on the disk of the message store.',
        registers,
        async collect() {
          // The other metrics are reported even if the folder is gone.
          const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: Number.NaN, bsize: 1 }))
          this.set(bavail * bsize)
        },
      })
    // Each series begins at 0: a rate compares two values, and would miss the first event of a series without one.
    for (const [event, level] of Object.entries(events)) this.#events.inc({ event, level }, 0)
    for (const status of contactStatuses) this.#answers.zero({ to: 'contact', status })
    this.#answers.zero({ to: 'site', status: 500 })
  }

  countEvent(event: EventName): void {
    this.#events.inc({ event, level: events[event] })
  }

  /** Measures every response of a server. */
  watch(server: Server): void {
    server.on('request', (request, response) => {
      const start = performance.now()
      const to = request.url?.startsWith(contactEndpoint) ? 'contact' : 'site'
      response.once('close', () => {
        const status = response.writableFinished ? response.statusCode : 'aborted'
        this.#answers.observe({ to, status }, (performance.now() - start) / 1000)
      })
    })
  }

  /**
   * Serves the metrics at /metrics, to this machine only. They have their own port, so that the reverse proxy cannot publish them by
   * mistake.
   */
  async serve(port: number): Promise<Server> {
    const limits = { requestTimeout: 5_000, maxHeaderSize: 8_192 }
    const server = createServer(limits, async (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
      // Rejected when a metric cannot be collected: that must not end the process.
      const text = await this.#registry.metrics().catch(() => undefined)
      if (text === undefined) return void response.writeHead(500).end()
      response.writeHead(200, { 'content-type': this.#registry.contentType, 'cache-control': 'no-store' }).end(text)
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
    return server
  }
}
