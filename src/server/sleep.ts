import { setTimeout as pause } from 'node:timers/promises'

/** Resolves after so long, or as soon as the signal aborts. @param ms at most 24 days */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  pause(ms, undefined, signal && { signal }).catch(() => undefined)
