import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtSite, everyPage, readBuiltFile } from './built-pages.ts'

/**
 * What browsers of 2022 know (Chromium 109, iOS 16, Firefox 115). They drop a declaration with another function, and a custom property
 * with one makes what uses it transparent or black.
 */
const known =
  'attr calc clamp conic-gradient counter format inset linear-gradient local max min minmax polygon repeat rgb translateY url var'

test('styles use only functions that browsers of 2022 know, and no ranges in media queries', () => {
  const files = Object.keys(builtSite.files).filter((address) => /\.(css|svg)$/.test(address))
  expect(files).not.toEqual([])
  const outage = readFileSync('dist/nginx/outage.html', 'utf8')
  const pages = [...everyPage.map(({ address, html }) => [address, html]), ['outage', outage]] as const
  const others = files.map((address) => [address, readBuiltFile(address)] as const)
  for (const [address, text] of [...pages, ...others]) {
    const css = address.endsWith('.css')
      ? text
      : [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join()
    const values = [...css.replace(/"[^"]*"/g, ' ').matchAll(/[{;]\s*[-\w]+:([^;{}]*)(?=[;}])/g)].map(
      ([, value]) => value,
    )
    const used = values.join().match(/[a-z][\w-]*(?=\()/gi) ?? []
    expect(new Set(used).difference(new Set(known.split(' '))), address).toEqual(new Set())
    expect(css.match(/@media[^{]*[<>][^{]*/), address).toBeNull()
  }
})
