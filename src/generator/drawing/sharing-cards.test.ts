import { expect, test } from 'vitest'
import { subsetFonts } from './fonts.ts'
import { drawCard, sharingCards } from './sharing-cards.ts'

test.for(['certification '.repeat(30), 'Ḥalāl 認証'])(
  'a card with the title “%s” is drawn without a font of the device',
  async (title) => {
    const { heading } = await subsetFonts(['abcdefghijklmnopqrstuvwxyzHMRZ…'])
    expect(await drawCard(title, 'Mizan Halal', heading)).not.toMatch(/<text|<image|NaN/)
  },
)

test('the address of a card changes with all that it is made of: words, font, mark and colours', async () => {
  const { heading } = await subsetFonts(['Halal'])
  // As long as the other one.
  const other = Buffer.from(heading).fill(1, heading.length - 1)
  const addressOf = (font: Buffer, frame: string, ...words: [title: string, name: string]) =>
    sharingCards(font, frame)('home.es', ...words).address
  const addresses = [
    addressOf(heading, '<path fill="#123456"/>', 'Halal', 'Mizan'),
    addressOf(heading, '<path fill="#123456"/>', 'Halala', 'Mizan'),
    addressOf(heading, '<path fill="#123456"/>', 'Halal', 'Other'),
    addressOf(heading, '<path fill="#123457"/>', 'Halal', 'Mizan'),
    addressOf(other, '<path fill="#123456"/>', 'Halal', 'Mizan'),
  ]
  expect(new Set(addresses).size).toBe(addresses.length)
})
