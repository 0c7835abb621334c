import { statfs } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { contactEndpoint } from '../../shared/contact/message-rules.ts'
import type { Backlog } from '../messages/message-store.ts'
import { type EventName, events } from './events.ts'

/** In seconds: pages come from memory in less than the first; a message waits for the disk; a client may be slow. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const contactStatuses = [200, 201, 400, 403, 413, 415, 422, 429, 500, 503]

/** How long a client may take to send its request. */
const requestTimeoutMs = 5_000

type MetricsParts = {
  build: string
  /** The folder of the embedded store; none for PostgreSQL, whose disk is elsewhere. */
  dataDir: string | undefined
  /** The last count of undelivered messages; undefined while the store fails. */
  backlog: () => Backlog | undefined
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

  constructor({ build, dataDir, backlog }: MetricsParts) {
    collectDefaultMetrics({ register: this.#registry })
    this.#gauge('website_build_info', 'The build that is served.', ['build']).set({ build }, 1)
    if (dataDir !== undefined) this.#addFreeSpace(dataDir)
    this.#addBacklog(backlog)
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
    const limits = { requestTimeout: requestTimeoutMs, maxHeaderSize: 8_192 }
    const server = createServer(limits, async (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
      const text = await this.#registry.metrics()
      response.writeHead(200, { 'content-type': this.#registry.contentType, 'cache-control': 'no-store' }).end(text)
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
    return server
  }

  #gauge(name: string, help: string, labelNames: string[] = [], collect?: () => Promise<void> | void): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.#registry], ...(collect && { collect }) })
  }

  #addBacklog(backlog: () => Backlog | undefined): void {
    const messages = this.#gauge('contact_messages', 'Messages that are not delivered.', ['state'], () => {
      for (const state of ['waiting', 'unknown', 'refused'] as const)
        messages.set({ state }, backlog()?.[state] ?? Number.NaN)
    })
    const help = 'The age of the oldest waiting or unknown message.'
    const oldest = this.#gauge('contact_oldest_waiting_seconds', help, [], () => {
      const counted = backlog()
      oldest.set(counted ? (counted.oldestMs ?? 0) / 1000 : Number.NaN)
    })
  }

  #addFreeSpace(dataDir: string): void {
    const free = this.#gauge(
      'contact_store_free_bytes',
      'Free space on the disk of the message store.',
      [],
      async () => {
        // The other metrics are reported even if the folder is gone.
        const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: Number.NaN, bsize: 1 }))
        free.set(bavail * bsize)
      },
    )
  }
}
