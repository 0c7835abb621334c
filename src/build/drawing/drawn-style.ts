import { khatamCorners } from '../../shared/geometry/khatam.ts'

/**
 * What the style sheets cannot know by themselves: the star's outline, as a shape to cut boxes to, and the site's origin,
 * which makes printed addresses whole.
 */
export function drawnStyle(origin: string): string {
  const corners = khatamCorners({ center: [50, 50], radius: 50 })
  const star = corners.map((corner) => corner.map((value) => `${Number(value.toFixed(1))}%`).join(' ')).join()
  return `:root{--khatam:polygon(${star});--origin:"${origin}"}`
}
