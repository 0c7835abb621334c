import { readFileSync, statSync } from 'node:fs'
import { type BuiltSite, encodings } from '../shared/built-site.ts'
import { allLanguages } from '../shared/languages.ts'
import { type BootstrapData, pageDataAddress, shellDataAddress } from '../shared/page-data.ts'

const count = (bytes: number) => bytes.toLocaleString('en')

/**
 * What each page of the last build loads, in bytes as they are sent with Brotli: a table for whoever looks for weight.
 * tests/build/weight.test.ts holds the limits.
 */
export function renderWeightReport(): string {
  const site: BuiltSite = JSON.parse(readFileSync('dist/site.json', 'utf8'))
  const weightOf = (address: string) => {
    const file = site.files[address]
    return statSync(`dist/public/${file?.path}${file?.encodings.includes('br') ? encodings.br : ''}`).size
  }
  const sum = (addresses: Iterable<string>) => [...addresses].reduce((total, each) => total + weightOf(each), 0)

  const pages = site.addresses.flatMap((addresses) =>
    allLanguages.map((language) => ({ language, address: addresses[language] })),
  )
  const rows = pages.map(({ language, address }) => {
    const html = readFileSync(`dist/public/${site.files[address]?.path}`, 'utf8')
    const { build, entry, vendor, chunk }: BootstrapData = JSON.parse(
      / id="site">(.*?)<\/script>/.exec(html)?.[1] ?? '',
    )
    const scripts = new Set([entry, vendor, chunk.script, ...chunk.imports])
    const data = [shellDataAddress(build, language), pageDataAddress(build, address)]
    const fonts = new Set([...html.matchAll(/url\(["']?([^"')]+\.woff2)/g)].map((match) => match[1] ?? ''))
    const weights = [weightOf(address), sum(scripts), sum(data), sum(fonts)]
    return [address, ...weights.map(count)]
  })
  const cells = [['page', 'HTML', 'scripts', 'data', 'fonts'], ...rows]
  const width = Math.max(...cells.map(([address = '']) => address.length))
  return cells
    .map(([address = '', ...weights]) => address.padEnd(width) + weights.map((each) => each.padStart(10)).join(''))
    .join('\n')
}
