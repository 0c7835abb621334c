import { expect, test } from 'vitest'
import { renderDocument } from './document.ts'
import type { PageData } from './page-data.ts'

test('nothing in a text or in data ends the element that it is in', () => {
  const words = '</script></title><script>'
  const head = { title: words, description: words, noindex: true }
  const page = { kind: 'home', language: 'en', address: '/en', addresses: {}, head } as unknown as PageData
  const template = { headEnd: '', contentSecurityPolicy: '' }
  const html = renderDocument({
    page,
    body: '',
    template,
    origin: 'https://www.example.org',
    siteName: words,
    structuredData: { name: words },
  })
  expect(html.match(/<\/?(script|title)\b/g)).toEqual(['<title', '</title', '<script', '</script'])
})
