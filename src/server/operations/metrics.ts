import { statfs } from 'node:fs/promises'
import type { Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { contactEndpoint } from '../../shared/contact/message-rules.ts'
import type { Backlog } from '../messages/message-store.ts'
import { type MailOutcome, type MessageOutcome, type Meter, messageOutcomes } from './meter.ts'

const mailOutcomes: Record<MailOutcome, true> = {
  sent: true,
  deferred: true,
  refused: true,
  away: true,
  unknown: true,
}
const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'aborted']

/** Seconds: pages come from memory in less than the first; a message waits for the disk; a client may be slow. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type MetricsParts = {
  build: string
  /** The folder of the embedded store; none for PostgreSQL, whose disk is elsewhere. */
  dataDir: string | undefined
}

/** Counts and measures, in the form that Prometheus reads. Numbers alone: no address, no path, nothing typed. */
export class Metrics implements Meter {
  readonly #registry = new Registry()
  readonly #requests = this.#counter('http_requests_total', 'Answers to requests, by class of status.', 'status')
  readonly #durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer; "contact" is the sending of a message.',
    labelNames: ['to'],
    buckets,
    registers: [this.#registry],
  })
  readonly #refusals = this.#counter(
    'http_connections_refused_total',
    'Connections that ended without a request: unreadable, or one too many.',
    'reason',
  )
  readonly #messages = this.#counter('contact_messages_total', 'Messages sent by visitors, by outcome.', 'outcome')
  readonly #mails = this.#counter('contact_mails_total', 'Attempts to hand a mail over, by outcome.', 'outcome')
  readonly #storeFailures = this.#counter(
    'contact_store_failures_total',
    'What the message store could not do.',
    'operation',
  )

  constructor({ build, dataDir }: MetricsParts) {
    collectDefaultMetrics({ register: this.#registry })
    this.#gauge('website_build_info', 'The build that is served.', ['build']).set({ build }, 1)
    if (dataDir !== undefined) this.#addFreeSpace(dataDir)
    // Each series begins at 0: a rate compares two values, and would miss an event that is the first value of its series.
    for (const status of statusClasses) this.#requests.inc({ status }, 0)
    for (const outcome of messageOutcomes) this.#messages.inc({ outcome }, 0)
    for (const outcome of Object.keys(mailOutcomes)) this.#mails.inc({ outcome }, 0)
    for (const operation of ['keep', 'claim', 'settle']) this.#storeFailures.inc({ operation }, 0)
  }

  /** Shows what is not delivered; not a number while the store cannot say. */
  watchBacklog(backlog: () => Promise<Backlog>): void {
    const untold: Backlog = { waiting: Number.NaN, unknown: Number.NaN, refused: Number.NaN, oldestMs: Number.NaN }
    let look: Promise<Backlog> | undefined
    // All gauges are read in the same moment: one look at the store does for them.
    const lookOnce = () => {
      look ??= backlog()
        .catch(() => untold)
        .finally(() => {
          look = undefined
        })
      return look
    }
    const show = (name: string, help: string, of: (backlog: Backlog) => number) => {
      const gauge = this.#gauge(name, help, [], async () => gauge.set(of(await lookOnce())))
    }
    show('contact_messages_waiting', 'Messages that wait for delivery.', ({ waiting }) => waiting)
    show(
      'contact_messages_unknown',
      'Messages that may have been delivered: nobody can know.',
      ({ unknown }) => unknown,
    )
    show('contact_messages_refused', 'Messages that the mail server refuses.', ({ refused }) => refused)
    show(
      'contact_oldest_waiting_seconds',
      'How long the oldest of those that wait, or may have been delivered, has been here.',
      ({ oldestMs = 0 }) => oldestMs / 1000,
    )
  }

  message(outcome: MessageOutcome): void {
    this.#messages.inc({ outcome })
  }

  mail(outcome: MailOutcome): void {
    this.#mails.inc({ outcome })
  }

  storeFailure(operation: string): void {
    this.#storeFailures.inc({ operation })
  }

  /** Counts every answer of a server, whichever part of it gives the answer. */
  watch(server: Server): void {
    server.on('request', (request, response) => {
      const start = performance.now()
      const to = request.url?.startsWith(contactEndpoint) ? 'contact' : 'site'
      response.once('close', () => {
        const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted'
        this.#requests.inc({ status })
        this.#durations.observe({ to }, (performance.now() - start) / 1000)
      })
    })
    server.on('clientError', () => this.#refusals.inc({ reason: 'unreadable' }))
    server.on('drop', () => this.#refusals.inc({ reason: 'too_many' }))
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  #counter(name: string, help: string, label: string): Counter {
    return new Counter({ name, help, labelNames: [label], registers: [this.#registry] })
  }

  #gauge(name: string, help: string, labelNames: string[] = [], collect?: () => Promise<void> | void): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.#registry], ...(collect && { collect }) })
  }

  #addFreeSpace(dataDir: string): void {
    const free = this.#gauge('contact_store_free_bytes', 'Room on the disk of the message store.', [], async () => {
      // The other metrics are told also when the folder is gone.
      const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: Number.NaN, bsize: 1 }))
      free.set(bavail * bsize)
    })
  }
}
