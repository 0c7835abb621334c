import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { contentFolder } from '../../content/content.ts'
import { type OrganisationOffice, readOrganisation } from '../../content/read/organisation.ts'
import { drawLocatorMap } from './locator-map.ts'

test('has the name and the description that a screen reader reads, and no other words for it', () => {
  const office = readOrganisation(contentFolder).data.offices[0] as OrganisationOffice
  const words = { title: 'Where the Valencia office is', description: 'Drawn map: the office and nearby cities' }
  const map = parse(drawLocatorMap(office, 'en', words).svg)
  const picture = map.querySelector('[role="img"]')
  const ids = picture?.getAttribute('aria-labelledby')?.split(' ') ?? []
  expect(ids.map((id) => map.querySelector(`#${id}`)?.text)).toEqual([words.title, words.description])
  // Some screen readers would read out the names of cities one by one, without saying that they are a map’s.
  expect(map.querySelectorAll('text').length).toBe(1 + office.nearby.length)
  expect(picture?.querySelectorAll('[aria-hidden="true"] text')).toHaveLength(1 + office.nearby.length)
})
