import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Encoding, encodings } from '../../shared/built-site.ts'
import { renderDocument } from '../../shared/document.ts'
import { pageDataAddress } from '../../shared/page-data.ts'
import type { RegisterData } from '../../shared/register/register-page.ts'
import type { RenderPage } from '../contact/answer-page.ts'
import { acceptedEncoding, preferredLanguage } from '../static-files/accept-headers.ts'
import { decodePath, matches, type SiteAnswer, type SiteRequest } from '../static-files/site.ts'
import { RegisterPages } from './register-pages.ts'

/** Answers a request for a page of the register; nothing for any other. */
export type ServeRegister = (request: SiteRequest) => SiteAnswer | undefined

/** Reads what the last build wrote of the register. */
export const readRegisterData = (folder: string): RegisterData | undefined =>
  JSON.parse(readFileSync(`${folder}/register.json`, 'utf8')) ?? undefined

const compressors: Record<Encoding, (body: Buffer) => Buffer> = {
  // A page is drawn for each request: quality 4 takes a twentieth of the time of 11, for a few bytes more.
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => gzipSync(body),
}

/** Serves the register's pages from memory: as documents, and as data for the browser's code. */
export function serveRegister(data: RegisterData, renderPage: RenderPage, now = () => new Date()): ServeRegister {
  const pages = new RegisterPages(data, now)
  const [dataFolder, dataEnding] = pageDataAddress(data.build, '*').split('*') as [string, string]

  return ({ url, acceptEncoding, acceptLanguage, ifNoneMatch }) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const path = decodePath(pathname)?.normalize('NFC') ?? ''
    const isData = path.startsWith(dataFolder) && path.endsWith(dataEnding)
    const address = isData ? path.slice(dataFolder.length, -dataEnding.length) : path
    const language = preferredLanguage(acceptLanguage)
    let answer = pages.answer(address, searchParams, language)
    if (isData && answer && 'redirect' in answer)
      answer = pages.answer(answer.redirect, new URLSearchParams(), language)
    if (!answer) return undefined
    if ('redirect' in answer) {
      const headers = { location: encodeURI(answer.redirect), 'cache-control': 'public, max-age=300' }
      return { status: answer.status, headers: { ...headers, vary: 'accept-language' } }
    }
    const { page, structuredData } = answer
    if (isData) return give(200, 'application/json', JSON.stringify(page))
    const { shell } = data.languages[page.language]
    const body = renderPage(shell, page)
    const html = renderDocument({ page, body, frame: data.frame, siteName: shell.name, structuredData })
    return give(answer.status, 'text/html; charset=utf-8', html)

    function give(status: number, type: string, text: string): SiteAnswer {
      const encoding = acceptedEncoding(acceptEncoding, Object.keys(encodings) as Encoding[])
      const etag = `"${createHash('sha1').update(text).digest('base64url')}${encoding ? `-${encoding}` : ''}"`
      const headers = {
        'content-type': type,
        ...(encoding && { 'content-encoding': encoding }),
        vary: 'accept-encoding',
        etag,
        'cache-control': status === 200 ? 'public, max-age=300' : 'no-store',
        'content-security-policy': data.frame.contentSecurityPolicy,
      }
      if (status === 200 && ifNoneMatch && matches(ifNoneMatch, etag)) return { status: 304, headers }
      return { status, headers, body: encoding ? compressors[encoding](Buffer.from(text)) : Buffer.from(text) }
    }
  }
}
