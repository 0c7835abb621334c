import { expect, test } from 'vitest'
import { subsetFonts } from './fonts.ts'
import { drawCard } from './sharing-cards.ts'

test.for(['', 'Halal', 'certification '.repeat(30), 'certification'.repeat(9), 'Ḥalāl 認証'])(
  'a card with the title “%s” is drawn without a font of the device',
  async (title) => {
    const { heading } = await subsetFonts(['abcdefghijklmnopqrstuvwxyzHMRZ…'])
    const drawing = await drawCard(title, 'Mizan Halal', heading)
    expect(drawing).not.toMatch(/<text|<image|NaN/)
    // The title and the name, besides the drawings of every card.
    expect(drawing.length > (await drawCard('', '', heading)).length).toBe(true)
  },
)
