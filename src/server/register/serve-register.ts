import { readFileSync } from 'node:fs'
import { renderDocument } from '../../shared/document.ts'
import { pageDataAddress } from '../../shared/page-data.ts'
import { stateOn } from '../../shared/register/certificate.ts'
import type { RegisterData, RegisterPage } from '../../shared/register/register-page.ts'
import type { RenderPage } from '../contact/answer-page.ts'
import { preferredLanguage } from '../static-files/accept-headers.ts'
import { answerText, decodePath, type SiteAnswer, type SiteRequest, splitUrl } from '../static-files/site.ts'
import { registerPages } from './register-pages.ts'

/** Answers a request for a page of the register; nothing for any other. */
export type ServeRegister = (request: SiteRequest) => SiteAnswer | undefined

/** Reads what the last build wrote of the register. */
export const readRegisterData = (folder: string): RegisterData | undefined =>
  JSON.parse(readFileSync(`${folder}/register.json`, 'utf8')) ?? undefined

/** Serves the register's pages from memory: as documents, and as data for the browser's code. */
export function serveRegister(data: RegisterData, renderPage: RenderPage, now = () => new Date()): ServeRegister {
  const answer = registerPages(data, now)
  const [dataFolder, dataEnding] = pageDataAddress(data.build, '*').split('*') as [string, string]

  return (request) => {
    const [rawPath, query] = splitUrl(request.url)
    const path = decodePath(rawPath) ?? ''
    const isData = path.startsWith(dataFolder) && path.endsWith(dataEnding)
    const address = isData ? path.slice(dataFolder.length, -dataEnding.length) : path
    const language = preferredLanguage(request.acceptLanguage)
    let found = answer(address, new URLSearchParams(query), language)
    if (isData && found && 'redirect' in found) found = answer(found.redirect, new URLSearchParams(), language)
    if (!found) return undefined
    const cacheControl = 'public, max-age=300'
    if ('redirect' in found) {
      const headers = { location: encodeURI(found.redirect), 'cache-control': cacheControl, vary: 'accept-language' }
      return { status: found.status, headers }
    }
    const isMissing = found.content.view.kind === 'none'
    return answerText(request, {
      text: isData ? JSON.stringify(found) : drawDocument(found),
      status: isMissing && !isData ? 404 : 200,
      type: isData ? 'application/json' : 'text/html; charset=utf-8',
      cacheControl: isMissing ? 'no-store' : cacheControl,
      contentSecurityPolicy: data.frame.contentSecurityPolicy,
    })
  }

  function drawDocument(page: RegisterPage): string {
    const { shell, card } = data.languages[page.language]
    const body = renderPage(shell, page)
    const structuredData = certification(page, data.frame.origin)
    return renderDocument({ page, body, frame: data.frame, siteName: shell.name, card, structuredData })
  }
}

/** A certificate's page described for machines (schema.org, JSON-LD). */
function certification({ address, content: { title, today, view } }: RegisterPage, origin: string): object | undefined {
  if (view.kind !== 'certificate') return undefined
  const { number, holder, plant, from, until } = view.certificate
  const isInForce = stateOn(view.certificate, today) === 'in_force'
  return {
    '@context': 'https://schema.org',
    '@type': 'Certification',
    name: title,
    url: origin + address,
    certificationIdentification: number,
    certificationStatus: `https://schema.org/Certification${isInForce ? 'Active' : 'Inactive'}`,
    validFrom: from,
    expires: until,
    issuedBy: { '@id': `${origin}/#organization` },
    about: { '@type': 'Organization', name: holder || plant },
  }
}
