import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { renderDocument } from '../../shared/document.ts'
import { allLanguages, initialLanguage, type Language } from '../../shared/languages.ts'
import type { RegisterData } from '../../shared/register/register-page.ts'
import type { Encoding } from '../../shared/built-site.ts'
import type { RenderPage } from '../contact/answer-page.ts'
import { acceptedEncoding } from '../static-files/accepted-encoding.ts'
import { damagedBuild, matches, type SiteAnswer, type SiteRequest } from '../static-files/site.ts'
import { type RegisterAnswer, RegisterPages } from './register-pages.ts'

export type ServeRegister = (request: SiteRequest & { acceptLanguage?: string | undefined }) => SiteAnswer | undefined

const kept = { 'cache-control': 'public, max-age=300' }

const compressors: Record<Encoding, (body: Buffer) => Buffer> = {
  // Quality 4 takes a twentieth of the time of 11, and some bytes more.
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => gzipSync(body),
}

/**
 * Serves the register's pages from memory: as documents, and as data for the browser's code.
 * @returns nothing where the build has no register
 * @throws CommandError when the build is not whole
 */
export function openRegister(folder: string, renderPage: RenderPage, now = () => new Date()): ServeRegister | undefined {
  if (!existsSync(`${folder}/register.json`)) return undefined
  const data = readData(folder)
  const pages = new RegisterPages(data, now)
  const dataFolder = `/assets/data/${data.start.build}`

  return ({ url, acceptEncoding, acceptLanguage, ifNoneMatch }) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const path = decode(pathname)
    if (path === undefined) return undefined
    const answerIn = (address: string, query: URLSearchParams) =>
      pages.answer(address, query, preferredLanguage(acceptLanguage))
    if (path.startsWith(`${dataFolder}/`) && path.endsWith('.json')) {
      let answer = answerIn(path.slice(dataFolder.length, -'.json'.length), searchParams)
      if (answer && 'redirect' in answer) answer = answerIn(answer.redirect, new URLSearchParams())
      if (!answer || 'redirect' in answer) return undefined
      return bodyAnswer(200, 'application/json', JSON.stringify(answer.page), { acceptEncoding, ifNoneMatch })
    }
    const answer = answerIn(path, searchParams)
    if (!answer) return undefined
    if ('redirect' in answer)
      return {
        status: answer.status,
        headers: { location: encodeURI(answer.redirect), ...kept, vary: 'accept-language' },
      }
    return bodyAnswer(answer.status, 'text/html; charset=utf-8', draw(answer), { acceptEncoding, ifNoneMatch })
  }

  function draw({ page, structuredData }: Extract<RegisterAnswer, { page: unknown }>): string {
    const { shell } = data.languages[page.language]
    const { origin, style, bootstrap, start } = data
    const body = renderPage(shell, page)
    const startData = { bootstrap, data: { ...start, address: page.address } }
    return renderDocument({ page, body, start: startData, style, origin, siteName: shell.name, structuredData })
  }

  function bodyAnswer(
    status: number,
    type: string,
    text: string,
    { acceptEncoding, ifNoneMatch }: Pick<SiteRequest, 'acceptEncoding' | 'ifNoneMatch'>,
  ): SiteAnswer {
    const encoding = acceptedEncoding(acceptEncoding, ['br', 'gzip'])
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}${encoding ? `-${encoding}` : ''}"`
    const headers = {
      'content-type': type,
      ...(encoding && { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      etag,
      ...(status === 200 ? kept : { 'cache-control': 'no-store' }),
      'content-security-policy': data.contentSecurityPolicy,
    }
    if (status === 200 && ifNoneMatch && matches(ifNoneMatch, etag)) return { status: 304, headers }
    const bytes = Buffer.from(text)
    const body = encoding ? compressors[encoding](bytes) : bytes
    return { status, headers: { ...headers, 'content-length': String(body.length) }, body }
  }
}

function readData(folder: string): RegisterData {
  try {
    return JSON.parse(readFileSync(`${folder}/register.json`, 'utf8'))
  } catch (error) {
    throw damagedBuild(folder, error)
  }
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return undefined
  }
}

/** The site's language that a browser prefers (RFC 9110 section 12.5.4), else the initial one. */
function preferredLanguage(header = ''): Language {
  const wanted = header.split(',').map((part) => {
    const [tag = '', weight = ''] = part.trim().toLowerCase().split(/\s*;\s*q=/)
    return { language: tag.slice(0, 2), weight: Number(weight || 1) }
  })
  const known = wanted.filter(({ language, weight }) => weight > 0 && allLanguages.includes(language as Language))
  return (known.sort((one, other) => other.weight - one.weight)[0]?.language as Language) ?? initialLanguage
}
