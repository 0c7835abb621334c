import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { citing, group, open, running, shapeOf, text } from '../../src/content/schema.ts'
import { allLanguages, type Language } from '../../src/shared/languages.ts'
import { sourceWords } from '../../src/site/components/sources/content.ts'
import { temporaryFolder } from './temporary-folder.ts'

const facts = `name: Example Halal
short_name: Example
email: contact@example.org
offices:
  - id: valencia
    city: { es: Valencia, en: Valencia, fr: Valence }
    country: ES
    street: ""
    postal_code: "46001"
    phone: !placeholder +34 000 000 000
    latitude: 39.4699
    longitude: -0.3763
    label: left
    nearby: []
partners:
  - { country: PL, role: slaughterhouse, name: !placeholder "" }
country_labels: []
recognised_bodies:
  - { country: PL, name: Example Body }
authorities:
  aepd: https://www.aepd.es/
map:
  provider: Maps
  embed: https://maps.example/embed?at={{latitude}},{{longitude}}
  page: https://maps.example/{{latitude}}
legal:
  name: Example, S.L.
  register: Sheet V-1
  form: company
  tax_number: X1
  vat_number: X1
  siret: "1"
  codes_of_conduct: none
  director: The director
  host: { name: Host, address: Valencia, phone: "1" }
reviews:
  - { pages: [ welfare ], date: 2026-03-01, by: The editors }
time_zone: Europe/Madrid
species: sheep
products: fresh meat
phone_hours: in the morning
answer_time: within a week
mail_retention: for a year
file_retention: for a year
`

const words: Partial<Record<Language, ReturnType<typeof namesOf>>> = {
  es: { role: 'Matadero', call: 'Llámenos', lead: 'El animal llega en calma' },
  en: { role: 'Slaughterhouse', call: 'Call us', lead: 'The animal arrives calm' },
  fr: { role: 'Abattoir', call: 'Appelez-nous', lead: 'L’animal arrive au calme' },
}

/** For a language that was added: too short to be taken for another one's. */
const namesOf = (language: string) => ({ role: `Role ${language}`, call: `Call ${language}`, lead: `Lead ${language}` })

const textsIn = (language: Language, { role, call, lead } = words[language] ?? namesOf(language)) => ({
  'hero.yml': `title: ${call} {{phone_valencia}}\n`,
  'partenaires.yml': `roles:\n  slaughterhouse: ${role}\n`,
  'article.yml': `reference: "{{number}}"\nreviewed: "{{date}}, {{reviewer}}"\nsources_title: Sources\nback: Back\n`,
  'welfare.yml': `head:
  slug: welfare-${language}
  title: Welfare ${language}
  description: ${role}
title: ${role}
teaser: ${call}
lead: ${lead}
body: |
  ${lead}.[^q6-38]
sources:
  q6-38: Qur’an 6:38
sources_note: ${lead}
`,
  'flag.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
})

const article = citing(group({ title: text(), teaser: text(), lead: text(), body: running() }))
const schemas = {
  hero: group({ title: text() }),
  partenaires: group({ roles: open(text()) }),
  article: sourceWords,
  '*': article,
}

/** What its texts have to be. */
export const smallShape = Object.fromEntries(Object.entries(schemas).map(([file, schema]) => [file, shapeOf(schema)]))

/** Content of the fewest files that can be read and has no problems, so that no edit of the site's own can break a test. */
export class SmallContent {
  readonly #folder = temporaryFolder()
  readonly folder = this.#folder.path

  constructor() {
    this.write('organisation.yml', facts)
    this.write('articles.yml', '- welfare\n')
    this.write('redirects.yml', '- { from: /contact.html, to: contact, language: es }\n')
    this.write('launch.yml', 'confirmations:\n  - { id: facts, what: { en: The facts are right }, date: "" }\n')
    for (const language of allLanguages)
      for (const [file, text] of Object.entries(textsIn(language))) this.write(`texts/${language}/${file}`, text)
  }

  write(file: string, text: string | Buffer): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true })
    writeFileSync(join(this.folder, file), text)
  }

  remove(file: string): void {
    rmSync(join(this.folder, file), { recursive: true })
  }

  [Symbol.dispose](): void {
    this.#folder.remove()
  }
}
