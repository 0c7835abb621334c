/**
 * All events of the log, and how bad each is: `info` is normal, `warn` resolves itself or can wait until the
 * morning, `error` needs attention. Requests are not among them: they are counted in the metrics, and a line for each
 * would be a record of visitors. docs/operating.md lists them.
 */
export const events = {
  started: 'info',
  contact_ready: 'info',
  stopping: 'info',
  stopped: 'info',
  stop_timed_out: 'error',
  crashed: 'error',
  message_not_kept: 'error',
  message_trapped: 'info',
  request_failed: 'error',
  mail_sent: 'info',
  mail_deferred: 'warn',
  mail_refused: 'error',
  mail_partly_refused: 'error',
  mail_unknown: 'error',
  mail_overtaken: 'warn',
  mails_finishing: 'info',
  mail_unreachable: 'warn',
  mail_reachable: 'info',
  delivery_waits: 'warn',
  delivery_not_noted: 'error',
  store_unavailable: 'error',
  store_available: 'info',
  messages_expired: 'info',
  expiry_failed: 'error',
} as const satisfies Record<string, 'info' | 'warn' | 'error'>

export type EventName = keyof typeof events
