import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { contactEndpoint } from '../shared/contact/message-rules.ts'
import { ownAddresses } from '../shared/own-addresses.ts'
import { securityHeaders, sharedHeaders } from '../shared/security-headers.ts'
import type { LoadedSite } from './built-site.ts'
import { addContactRoute, type ContactHandlers } from './contact/contact-route.ts'
import type { CurrentRegister } from './register/live-register.ts'
import { serveRegister } from './register/serve-register.ts'
import { serveTable } from './register/serve-table.ts'
import { type SiteRequest, type SiteResponse, splitUrl } from './response.ts'
import { StaticFiles } from './static-files/static-files.ts'

/** Limits per client (docs/promises.md, security). */
const limits = {
  headerBytes: 16_384,
  /** From the start of a connection, or the end of the previous response, until all headers have arrived. */
  headersMs: 15_000,
  /** Until the request has arrived, including its body. */
  requestMs: 30_000,
  /** How often Node checks connections against the two limits above: a late one may last this much longer. */
  checkMs: 5_000,
  /** How long a connection may be idle between two requests. */
  keepAliveMs: 65_000,
  /** How long a client may read nothing of its response. */
  stalledMs: 90_000,
  /** How many connections may be open at once; further ones are closed. */
  connections: 2_000,
}

export type AppParts = {
  site: LoadedSite
  register: CurrentRegister
  contact: ContactHandlers
  /** How many reverse proxies are trusted to report a visitor's address. */
  trustProxy: number
  /** The public origin of the site. */
  origin: string
}

/** Builds the server for the built site. It does not listen yet, so that tests can use it too. */
export function buildApp({ site, register, contact, trustProxy, origin }: AppParts): FastifyInstance {
  const files = new StaticFiles(site)
  const findInRegister = serveRegister(site, register)
  const commonHeaders = securityHeaders(origin)
  const app = fastify({
    logger: false,
    trustProxy: (_address, hop) => hop < trustProxy,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.stalledMs,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      // Node would reject a request without a host, and without our headers. Nothing here depends on the host.
      requireHostHeader: false,
    },
    // Fastify's own 503, for requests that come on open connections while the server stops, would lack our headers too.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000 },
    // The absolute form of an address, which every server has to accept (RFC 9112 section 3.2.2).
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?]*\/?/i, '/'),
    // Fastify rejects an address that it cannot decode; the site may find the address that it nearly is.
    frameworkErrors: (_error, request, reply) => sendSite(request as FastifyRequest, reply as FastifyReply),
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
  })
  app.server.maxConnections = limits.connections
  // Only the contact route has parsers: a body sent to any other address is not read.
  app.removeAllContentTypeParsers()

  app.addHook('onRequest', async (_request, reply) => void reply.headers(commonHeaders))
  // Node handles "Expect: 100-continue"; its own 417 for any other expectation would lack our headers (RFC 9110 section 10.1.1).
  app.server.on('checkExpectation', (_request, response) =>
    response.writeHead(417, { ...commonHeaders, connection: 'close', 'content-length': 0 }).end(),
  )

  app.get(ownAddresses.health, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', build: site.build }),
  )

  addContactRoute(app, site, contact)
  const table = serveTable(site, register)
  app.get(ownAddresses.registerTable, async (request, reply) => send(reply, await table(siteRequest(request))))
  app.get('/*', sendSite)
  // Another site's script asks first if it sends a header of its own, such as If-None-Match.
  app.options('/*', (request, reply) => {
    const get = siteRequest(request)
    const isTable = splitUrl(get.url)[0] === ownAddresses.registerTable
    if (!isTable && !findInRegister(get)?.headers['access-control-allow-origin']) return rejectMethod(request, reply)
    const allowed = { 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': '*' }
    return send(reply, { status: 204, headers: { ...sharedHeaders, ...allowed, 'access-control-max-age': '86400' } })
  })

  app.setNotFoundHandler(rejectMethod)

  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
    // The stack names the faulty code and holds nothing that a visitor typed.
    if (status === 500) contact.log('request_failed', `${request.method} failed: ${error.stack}`)
    return reply.code(status).send({ status })
  })

  return app

  function sendSite(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const get = siteRequest(request)
    return send(reply, findInRegister(get) ?? files.get(get))
  }

  function rejectMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const isContact = request.url.split('?', 1)[0] === contactEndpoint
    reply.header('allow', `${isContact ? 'POST, ' : ''}GET, HEAD`)
    return send(reply, files.notFound(siteRequest(request), 405))
  }

  function send(reply: FastifyReply, { status, headers, body }: SiteResponse): FastifyReply {
    return reply
      .code(status)
      .headers({ ...commonHeaders, ...headers })
      .send(body)
  }

  /** Answers what Node could not read as a request: headers too large, too slow, or not HTTP at all. */
  function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
    const headers = { ...commonHeaders, connection: 'close', 'content-length': '0' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
    // A client that goes on sending would keep the connection open, and connections are limited.
    setTimeout(() => socket.destroy(), limits.checkMs).unref()
  }
}

function siteRequest({ raw, headers }: FastifyRequest): SiteRequest {
  return {
    url: raw.url ?? '/',
    acceptEncoding: headers['accept-encoding'] as string | undefined,
    acceptLanguage: headers['accept-language'],
    ifNoneMatch: headers['if-none-match'],
  }
}
