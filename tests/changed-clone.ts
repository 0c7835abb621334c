import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { parseDocument, visit } from 'yaml'

// Run by hand: npx node tests/changed-clone.ts FOLDER. Makes a clone of the last commit in which the office has changed what it
// may: every text, a telephone, the first certificate, an office more, a partner less, and an article
// about "el registro". A test that fails there knows a word that the office may change.

const [folder = ''] = process.argv.slice(2)
execFileSync('git', ['clone', '--quiet', '.', folder])
symlinkSync(`${process.cwd()}/node_modules`, `${folder}/node_modules`)

const change = (file: string, edit: (text: string) => string) => {
  const before = readFileSync(file, 'utf8')
  const after = edit(before)
  if (after === before) throw new Error(`${file} has not changed.`)
  writeFileSync(file, after)
}
const content = `${folder}/content`

/** The wordings that are fixed (docs/promises.md), as their tests have them. */
const literals = ['tests/build/fixed-words.test.ts', 'tests/support/words.ts'].flatMap((file) => [
  ...readFileSync(file, 'utf8').matchAll(/'([^'\n]+)'|"([^"\n]+)"/g),
])
const fixed = literals.map(([, single, double]) => single ?? double ?? '')
/** A name for screen readers begins with the visible words. */
const isFixed = (text: string) =>
  fixed.some((wording) => text === wording || text.startsWith(`${wording}:`) || text.startsWith(`${wording} :`))

/** Markup, placeholders, addresses and whatever else is no word of a sentence; or a word. */
const parts = /\{\{[^}]*\}\}|<[^>]*>|\]\([^)]*\)|\[\^[^\]]*\]|\S*[\d@/_]\S*|[\p{L}’'.-]+/gu

/** The longest words of a text, spelt in another way: of the same kind and as long. Names stay, unless there is nothing else. */
function otherWords(text: string): string {
  const words = (text.match(parts) ?? []).filter((part) => /^\p{L}\p{Ll}{2,}$/u.test(part))
  const small = words.filter((word) => /^\p{Ll}/u.test(word))
  const changed = new Set(small.length > 0 ? small : words)
  const length = Math.min(10, Math.max(...[...changed].map((word) => word.length)))
  return text.replaceAll(parts, (part) =>
    changed.has(part) && part.length >= length ? part.replace(/(.)(.)$/u, '$1$1$2') : part,
  )
}

for (const file of globSync(`${content}/texts/*/*.yml`))
  change(file, (text) => {
    const document = parseDocument(text)
    visit(document, {
      Pair: (_place, { key }) => (/^(slug|anchor)$/.test(String(key)) ? visit.SKIP : undefined),
      Scalar(place, node) {
        if (place !== 'key' && typeof node.value === 'string' && !isFixed(node.value))
          node.value = otherWords(node.value)
      },
    })
    return document.toString({ lineWidth: 0 })
  })

for (const [language, title] of Object.entries({ es: 'el registro', en: 'the register', fr: 'le registre' })) {
  const texts = `${content}/texts/${language}`
  const article = readFileSync(`${texts}/halal_adoracion.yml`, 'utf8')
  const slug = title.replace(' ', '-')
  writeFileSync(
    `${texts}/el_registro.yml`,
    article.replace(/^( +slug: ).*$/m, `$1${slug}`).replaceAll(/^( *title: ).*$/gm, `$1Halal, ${title}`),
  )
}
change(`${content}/articles.yml`, (text) => `${text}- el_registro\n`)
change(`${content}/organisation.yml`, (text) =>
  text
    .replaceAll(/phone: .*\+[\d ]+$/gm, 'phone: "+34 963 111 222"')
    .replace(
      /^( {2}- id: floirac\n)/m,
      '  - { id: lisboa, city: Lisboa, country: PT, street: "Rua 1", postal_code: "1000", phone: "+351 210 000 000", latitude: 38.72, longitude: -9.14, label: right, nearby: [] }\n$1',
    )
    .replace(/^(partners:\n) .*\n/m, '$1')
    .replace(/(pages: \[ bienestar_animal)/, '$1, el_registro'),
)
for (const table of globSync(`${content}/register/*.csv`))
  change(table, (text) => {
    const [head = '', first = '', ...others] = text.trim().split('\n')
    return `${[head, ...others, first].join('\n')}\n`
  })
execFileSync('git', ['-C', folder, 'add', 'content'])
execFileSync('git', ['-C', folder, 'commit', '--quiet', '--message', 'Change all that the office may change'])
