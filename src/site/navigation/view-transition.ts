/**
 * Draws a change of the page, the picture before fading over it where the browser can (CSS View Transitions) and the
 * visitor has nothing against motion. `draw` runs once, with the next frame at the latest.
 */
export function drawInTransition(draw: () => void): void {
  if (!('startViewTransition' in document) || !matchMedia('(prefers-reduced-motion: no-preference)').matches) {
    draw()
    return
  }
  const { ready, updateCallbackDone } = document.startViewTransition(draw)
  // A page hidden meanwhile, or the next change, ends the fading early: then the change is simply there.
  ready.catch(() => undefined)
  updateCallbackDone.catch((error) => console.error(error))
}
