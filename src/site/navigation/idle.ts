/** Runs a task when the browser has nothing better to do; Safari, which does not tell, gets it a little later. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2_000 })
  else setTimeout(task, 200)
}
