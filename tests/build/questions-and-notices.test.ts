import { describe } from 'vitest'
import { contentFolder } from '../../src/content/content.ts'
import { localise, longDate, readOrganisation } from '../../src/content/read/organisation.ts'
import { defaultRetentionDays } from '../../src/settings.ts'
import type { PageContents } from '../../src/shared/page-data.ts'
import { articlesIn, reviewedPages } from '../../src/shared/pages.ts'
import { addresses, pages } from '../support/addresses.ts'
import { pageOf, shellOf } from '../support/built-site.ts'
import {
  addressIn,
  all,
  attribute,
  type BuiltPage,
  differs,
  each,
  hrefsIn,
  publicPages,
  rule,
  textOf,
  unless,
} from './built-pages.ts'

const { organisation } = readOrganisation(contentFolder)
const pagesOf = (...keys: string[]) => publicPages.filter(({ key }) => keys.includes(key))
const lacks = (page: BuiltPage, facts: string[]) =>
  facts.filter((fact) => !textOf(page.main).includes(fact)).map((fact) => `does not say “${fact}”.`)

describe('questions', () => {
  rule('have an address each, which their heading links to and the contents list', pagesOf('questions'), (page) => {
    const { groups } = pageOf('questions', page.language).content as PageContents['questions']
    const wanted = groups.flatMap(({ questions }) => questions.map(({ anchor, question }) => [`#${anchor}`, question]))
    const read = (selector: string) => all(page.main, selector).map((link) => [attribute(link, 'href'), textOf(link)])
    return [
      ...differs('contents', read('nav a'), wanted),
      ...differs('headings', read('h3 a'), wanted),
      ...differs(
        'addresses',
        each(page.main, 'section[id]:has(h3)', 'id').map((id) => `#${id}`),
        wanted.map(([href]) => href),
      ),
    ]
  })

  rule('lead, each of them, to the page where it is said in full', pagesOf('questions'), ({ main, language }) =>
    all(main, 'section[id]:has(h3)').flatMap((question) => {
      const [link] = all(question, 'li a')
      const isPage = Object.values(addresses).some((page) => page[language] === addressIn(attribute(link, 'href')))
      return unless(isPage, `“${textOf(question.querySelector('h3'))}” leads to no page.`)
    }),
  )
})

rule('the legal notice says who publishes, answers and hosts', pagesOf('legal_notice'), (page) => {
  const { legal } = organisation
  const { offices, email } = shellOf(page.language)
  const { name, register, codes_of_conduct, director, host } = legal
  return lacks(page, [
    ...[name, register, codes_of_conduct, director, host.name, host.address].map((fact) =>
      localise(fact, page.language),
    ),
    ...[legal.tax_number, legal.siret, host.phone, email],
    ...offices.flatMap(({ address, phone }) => [address, phone]),
  ])
})

rule('the privacy page names what is kept, how long, and both authorities', pagesOf('privacy'), (page) => [
  ...lacks(page, [String(defaultRetentionDays), 'cookieConsent', organisation.map.provider, organisation.email]),
  ...Object.values(organisation.authorities).flatMap((address) =>
    unless(hrefsIn(page.main).includes(address), `has no link to ${address}.`),
  ),
])

rule('the short notice beside the form leads to the whole one', pagesOf('contact'), ({ main, language }) =>
  unless(hrefsIn(main.querySelector('aside')).includes(addresses.privacy[language]), 'does not lead to it.'),
)

rule('the accessibility statement has the parts of the European model', pagesOf('accessibility'), (page) => [
  // Decision (EU) 2018/1523: status, non-accessible content, preparation, feedback, enforcement; and the sources.
  ...differs('parts', all(page.main, 'h2').length, 6),
  ...lacks(page, ['WCAG 2.2', '2018/1523', organisation.email]),
])

rule(
  'an article and a page of rules say when they were last reviewed, and by whom',
  pagesOf(...articlesIn(pages), ...reviewedPages),
  (page) => {
    const review = organisation.reviews.find(({ pages }) => pages.includes(page.key))
    const time = page.main.querySelector('header time')
    return [
      ...differs('day', attribute(time, 'datetime'), review?.date),
      ...differs('day in words', textOf(time), longDate(review?.date ?? '', page.language)),
      ...unless(
        textOf(time?.parentNode).includes(localise(review?.by ?? '', page.language)),
        'does not say who reviewed it.',
      ),
    ]
  },
)
