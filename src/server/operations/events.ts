/**
 * All events of the log with their levels: `info` is normal, `warn` resolves itself or can wait, `error` needs attention. Requests
 * are not logged, because that would be a record of visitors; the metrics count them. docs/operating.md lists the events.
 */
export const events = {
  started: 'info',
  contact_ready: 'info',
  stopping: 'info',
  stopped: 'info',
  stop_timed_out: 'error',
  crashed: 'error',
  warned: 'warn',
  message_not_kept: 'error',
  message_trapped: 'info',
  request_failed: 'error',
  mail_sent: 'info',
  mail_deferred: 'warn',
  mail_refused: 'error',
  mail_partly_refused: 'error',
  mail_unknown: 'error',
  claim_lost: 'warn',
  mails_finishing: 'info',
  mail_unreachable: 'warn',
  mail_reachable: 'info',
  mail_unencrypted: 'warn',
  delivery_waits: 'warn',
  delivery_not_recorded: 'error',
  register_read: 'info',
  register_contradicted: 'error',
  store_unavailable: 'error',
  store_available: 'info',
  messages_expired: 'info',
  expiry_failed: 'error',
} as const satisfies Record<string, 'info' | 'warn' | 'error'>

export type EventName = keyof typeof events
