import { expect, test } from 'vitest'
import { fitOf, paragraphsOf } from './match-text.ts'

const facts = { name: 'Mizan Halal' }

test('a text is compared as the page shows it, without marks and with its facts', () => {
  const body =
    '## A **heading**\n\nWords of {{name}}[^m1] with a [link](page:contact).\n\n- an item\n\n![](picture:one)\n'
  expect(paragraphsOf(body, facts)).toEqual(['A heading', 'Words of Mizan Halal with a link.', 'an item'])
})

test('the same words fit best, part of a paragraph less, others not at all', () => {
  const paragraphs = paragraphsOf('We check meat in the plant itself, from the live animal to the label.', facts)
  expect(fitOf('We check meat in the plant itself, from the live animal to the label.', paragraphs)).toBe(3)
  expect(fitOf('from the live animal', paragraphs)).toBe(2)
  expect(fitOf('the', paragraphs)).toBe(0)
})

test('a place that the page fills in fits any words, but not a text that is nothing else', () => {
  expect(fitOf('Map of the office in Valencia', ['Map of the office in {{office}}'])).toBe(3)
  expect(fitOf('Independent body for control', ['{{list}} {{number}}'])).toBe(0)
})
