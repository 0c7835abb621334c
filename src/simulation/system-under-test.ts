import { Delivery, type DeliveryParts } from '../server/mail/delivery.ts'
import { outcomeOf, smtpLimits } from '../server/mail/smtp-mailer.ts'
import type { MessageStore } from '../server/messages/message-store.ts'
import { keepRetention } from '../server/messages/retention.ts'

/** What a server and the operator call. */
export type StoreCalls = Pick<
  MessageStore,
  'keep' | 'claim' | 'extend' | 'settle' | 'retry' | 'erase' | 'expired' | 'recordOverdue'
>

/** What the simulation tests. To test the simulation itself, faults.test.ts replaces some of it. */
export type SystemUnderTest = {
  /** How long the mailer waits, and what a failure means for the message. */
  limits: typeof smtpLimits
  outcomeOf: typeof outcomeOf
  makeDelivery(parts: DeliveryParts): Pick<Delivery, 'start' | 'notify' | 'stop'>
  keepRetention: typeof keepRetention
  storeOf(store: MessageStore): MessageStore
}

export const product: SystemUnderTest = {
  limits: smtpLimits,
  outcomeOf,
  makeDelivery: (parts) => new Delivery(parts),
  keepRetention,
  storeOf: (store) => store,
}
