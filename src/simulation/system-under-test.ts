import { Delivery, type DeliveryParts } from '../server/mail/delivery.ts'
import { outcomeOf, smtpLimits } from '../server/mail/smtp-mailer.ts'
import type { MessageStore } from '../server/messages/message-store.ts'

/** What is under test. Tests of the simulation itself put broken ones in their index (faults.test.ts). */
export type SystemUnderTest = {
  /** How long the mailer waits. `outcomeOf` says what a failure means for the message. */
  limits: typeof smtpLimits
  outcomeOf: typeof outcomeOf
  makeDelivery(parts: DeliveryParts): Pick<Delivery, 'start' | 'notify' | 'stop'>
  /** The store as one server has it. @param server which one */
  storeOf(store: MessageStore, server: number, now: () => number): MessageStore
  /** The store as a server calls it, wrapped around the simulated faults of `faultyStore`. */
  reached(store: MessageStore): MessageStore
  /** By how much a server's own clock differs from the store's, where that decides anything. */
  clockErrorMs(server: number): number
}

export const product: SystemUnderTest = {
  limits: smtpLimits,
  outcomeOf,
  makeDelivery: (parts) => new Delivery(parts),
  storeOf: (store) => store,
  reached: (store) => store,
  clockErrorMs: () => 0,
}
