import type { Metric } from 'web-vitals'

/**
 * The hook for performance figures: layout shift, input delay, first and largest paint, time to first byte.
 * Without a handler it loads nothing and reports nothing (docs/promises.md, consent and map).
 */
export async function reportWebVitals(handler?: (metric: Metric) => void): Promise<void> {
  if (!handler) return
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
  for (const observe of [onCLS, onINP, onFCP, onLCP, onTTFB]) observe(handler)
}
