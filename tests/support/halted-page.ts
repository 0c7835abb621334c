import type { ServerResponse } from 'node:http'
import { startHttpServer } from './http-server.ts'

export type HaltedPage = AsyncDisposable & {
  /** Where the page halts. */
  url: string
  /** Sends the rest of it. */
  finish(): void
}

/**
 * Stands before the site and sends its pages up to a place; what comes after waits. All other files come as they are.
 * @param cut where in its HTML a page halts
 */
export async function haltPage(site: string, address: string, cut: (html: string) => number): Promise<HaltedPage> {
  const waiting: { response: ServerResponse; rest: string }[] = []
  const server = await startHttpServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', site))
    response.setHeader('content-type', answer.headers.get('content-type') ?? '')
    if (request.headers['sec-fetch-dest'] !== 'document')
      return void response.writeHead(answer.status).end(await answer.bytes())
    const html = await answer.text()
    const end = cut(html)
    response.write(html.slice(0, end))
    waiting.push({ response, rest: html.slice(end) })
  })
  return {
    url: new URL(address, server.origin).href,
    finish: () => {
      for (const { response, rest } of waiting.splice(0)) response.end(rest)
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}
