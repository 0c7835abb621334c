import { expect, test } from 'vitest'
import { leadToSite } from './answer-page.ts'

const site = 'https://www.example.org'

test.each([
  ['<a href="/en">Home</a>', '<a href="https://www.example.org/en">Home</a>'],
  ['<a class="x" lang="fr" href="/fr">F</a>', '<a class="x" lang="fr" href="https://www.example.org/fr">F</a>'],
  ['<a href="#name">Name</a>', '<a href="#name">Name</a>'],
  ['<a href="mailto:a@example.org">a</a>', '<a href="mailto:a@example.org">a</a>'],
  ['<a href="https://other.example">o</a>', '<a href="https://other.example">o</a>'],
  [
    '<img src="/assets/a.svg"><link rel="icon" href="/favicon.ico">',
    '<img src="/assets/a.svg"><link rel="icon" href="/favicon.ico">',
  ],
  ['<textarea>&lt;a href=&quot;/en&quot;</textarea>', '<textarea>&lt;a href=&quot;/en&quot;</textarea>'],
])('%s', (html, led) => expect(leadToSite(html, site)).toBe(led))
