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

test('favicon.ico holds a whole picture of 32 pixels', async () => {
  const ico = picture('/favicon.ico')
  const [bytes, start] = [ico.readUInt32LE(14), ico.readUInt32LE(18)]
  const { width, height } = await sharp(ico.subarray(start, start + bytes)).metadata()
  expect([width, height, ico.readUInt8(6), ico.length]).toEqual([32, 32, 32, start + bytes])
})
