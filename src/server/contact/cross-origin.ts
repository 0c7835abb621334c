import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contactEndpoint } from '../../shared/contact/message-rules.ts'

/** Where the pages are and where the messages go, when these are two places (CONTACT_ORIGIN). */
export type CrossOrigin = { site: string; service: string }

/** How long a browser may remember the answer to a preflight request, in seconds; Chromium does for two hours at most. */
const rememberedSeconds = '7200'

/**
 * Lets the pages of the site, and nobody else's, send messages from another origin (Fetch standard, "CORS protocol"). A
 * browser names the page's origin with a plain form too, because the site's Referrer-Policy gives origins to others ("append
 * a request Origin header", same place); "null" comes from frames and files that hide theirs. Without one, it is no browser.
 */
export function admitSite(scope: FastifyInstance, { site, service }: CrossOrigin): void {
  const isAdmitted = ({ headers: { origin } }: FastifyRequest) =>
    origin === undefined || origin === site || origin === service

  scope.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    if (request.headers.origin === site) allow(reply, site)
    if (!isAdmitted(request)) return reply.code(403).header('cache-control', 'no-store').send({ status: 403 })
  })

  scope.options(contactEndpoint, async (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', rememberedSeconds)
      .send(),
  )
}

function allow(reply: FastifyReply, origin: string): void {
  // The page's script reads from Retry-After how long to wait.
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', 'retry-after')
}
