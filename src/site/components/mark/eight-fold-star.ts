/**
 * The outline of the eight-pointed star {8/2} (khatim): two equal squares with one centre, turned by 45 degrees.
 * Its inner corners lie where the squares' sides cross, at radius × cos 45° / cos 22.5°.
 * @param center of the square drawing, in its units
 * @param radius of the outer corners
 * @returns SVG path data
 */
export function eightFoldStar(center: number, radius: number): string {
  const innerRadius = (radius * Math.cos(Math.PI / 4)) / Math.cos(Math.PI / 8)
  const corners = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8
    const distance = index % 2 === 0 ? radius : innerRadius
    return [center + distance * Math.cos(angle), center + distance * Math.sin(angle)]
      .map((value) => value.toFixed(2))
      .join(' ')
  })
  return `M${corners.join('L')}Z`
}
