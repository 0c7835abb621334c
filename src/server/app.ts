import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { contactEndpoint } from '../shared/contact/message-rules.ts'
import { addContactRoute, bodyLimit, type ContactHandlers } from './contact/contact-route.ts'
import { commonHeaders } from './headers.ts'
import type { Site, SiteAnswer, SiteRequest } from './site/site.ts'

/** Limits on what a client may take of the server (DESIGN.md section 9). */
const limits = { headerBytes: 16_384, requestMs: 30_000, keepAliveMs: 65_000, connections: 2_000 }

export type AppParts = {
  site: Site
  contact: ContactHandlers
  /** How many proxies in front are believed about a visitor's address. */
  trustProxy: number
}

/** Builds the server around the built site, without listening: a test can do the same. */
export function buildApp({ site, contact, trustProxy }: AppParts): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit,
    trustProxy: (_address, hop) => hop < trustProxy,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: { maxHeaderSize: limits.headerBytes },
    routerOptions: { maxParamLength: 2_000 },
    // Fastify refuses an address that it cannot decode; the site may know what was meant.
    frameworkErrors: (_error, request, reply) =>
      give(reply as FastifyReply, site.answer(siteRequest(request as FastifyRequest))),
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseConnection,
  })
  app.server.maxConnections = limits.connections

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(commonHeaders)
  })

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', build: site.build }),
  )

  addContactRoute(app, contact)
  // Nothing can be read where messages are sent to.
  app.get(contactEndpoint, refuseMethod)
  app.get('/*', (request, reply) => give(reply, site.answer(siteRequest(request))))

  app.setNotFoundHandler(refuseMethod)

  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
    // The stack says where the fault lies and holds nothing that a visitor typed.
    if (status === 500) console.error(`${request.method} failed: ${error.stack}`)
    return reply.code(status).send({ status })
  })

  return app

  function refuseMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const isContact = new URL(request.url, 'http://localhost').pathname === contactEndpoint
    reply.header('allow', isContact ? 'POST' : 'GET, HEAD')
    return give(reply, site.notFound(siteRequest(request), 405))
  }
}

/** Answers what Node could not read as a request: headers too large, too slow, or not HTTP at all. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const headers = { ...commonHeaders, connection: 'close', 'content-length': '0' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
}

function siteRequest({ raw, headers }: FastifyRequest): SiteRequest {
  return {
    url: raw.url ?? '/',
    acceptEncoding: headers['accept-encoding'] as string | undefined,
    ifNoneMatch: headers['if-none-match'],
  }
}

function give(reply: FastifyReply, { status, headers, body }: SiteAnswer): FastifyReply {
  return reply
    .code(status)
    .headers({ ...commonHeaders, ...headers })
    .send(body)
}
