import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawIcons } from './icons.ts'

const icons = await drawIcons()
const picture = (address: string) => icons.get(address) as Buffer

test.each([
  ['/apple-touch-icon.png', 180],
  ['/icon-512.png', 512],
])('%s is a square of %i pixels without holes', async (address, size) => {
  const { data, info } = await sharp(picture(address)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([size, size])
  // A device fills transparent pixels with a colour of its own.
  expect(data.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
})
