import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HaltedPage = AsyncDisposable & {
  /** Where the page halts. */
  url: string
  /** Sends the rest of it. */
  finish(): void
}

/** Stands before the site and sends its pages up to a mark; what comes after waits. All other files come as they are. */
export async function haltPage(site: string, address: string, mark: string): Promise<HaltedPage> {
  const waiting: { response: ServerResponse; rest: string }[] = []
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', site))
    response.setHeader('content-type', answer.headers.get('content-type') ?? '')
    if (request.headers['sec-fetch-dest'] !== 'document')
      return void response.writeHead(answer.status).end(await answer.bytes())
    const html = await answer.text()
    const end = html.indexOf(mark)
    response.write(html.slice(0, end))
    waiting.push({ response, rest: html.slice(end) })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: new URL(address, `http://127.0.0.1:${(server.address() as AddressInfo).port}`).href,
    finish: () => {
      for (const { response, rest } of waiting.splice(0)) response.end(rest)
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
