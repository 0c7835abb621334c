import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Weave, type WeaveState } from './weave.tsx'

const drawn = (...states: WeaveState[]) => states.map((state) => renderToStaticMarkup(<Weave state={state} />))

test('each state has a drawing, which two states share only if they say the same, of 1.5 kB at most', () => {
  const drawings = [
    drawn('in-force', 'accepted', 'yes'),
    drawn('withdrawn', 'refused', 'no'),
    drawn('expired', 'ended'),
    ...(['suspended', 'replaced', 'not-yet', 'unknown'] as const).map((state) => drawn(state)),
  ].map((same) => new Set(same.map((svg) => svg.replace(/ data-weave="[^"]*"/, ''))))
  expect(drawings.map(({ size }) => size)).toEqual(drawings.map(() => 1))
  const different = new Set(drawings.flatMap((same) => [...same]))
  expect(different.size).toBe(drawings.length)
  for (const svg of different) expect(svg.length).toBeLessThan(1_500)
})
