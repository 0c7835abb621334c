import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawIcons } from './icons.ts'

const icons = await drawIcons()
const picture = (address: string) => icons.get(address) as Buffer

test.each([
  ['/apple-touch-icon.png', 180],
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
  ['/icon-maskable-512.png', 512],
])('%s is a square of %i pixels without holes', async (address, size) => {
  const { data, info } = await sharp(picture(address)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([size, size])
  // A device fills transparent pixels with a colour of its own.
  expect(data.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
})

test('the icon that a device may cut round keeps its mark within four fifths of the width', async () => {
  const { data, info } = await sharp(picture('/icon-maskable-512.png')).raw().toBuffer({ resolveWithObject: true })
  const ground = data.subarray(0, info.channels)
  const strays: number[] = []
  for (let at = 0; at < data.length; at += info.channels) {
    const place = at / info.channels
    const [x, y] = [place % info.width, Math.floor(place / info.width)]
    const isGround = ground.every((part, index) => data[at + index] === part)
    if (!isGround && Math.hypot(x - 255.5, y - 255.5) > info.width * 0.4) strays.push(place)
  }
  expect(strays).toEqual([])
})

test('favicon.ico holds whole pictures of 16, 32 and 48 pixels', async () => {
  const ico = picture('/favicon.ico')
  const count = ico.readUInt16LE(4)
  const sizes = Array.from({ length: count }, async (_, index) => {
    const entry = 6 + 16 * index
    const [bytes, place] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)]
    const { width, height } = await sharp(ico.subarray(place, place + bytes)).metadata()
    expect([ico.readUInt8(entry), ico.readUInt8(entry + 1)]).toEqual([width, height])
    return width
  })
  expect(await Promise.all(sizes)).toEqual([16, 32, 48])
})
