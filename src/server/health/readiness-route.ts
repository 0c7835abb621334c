import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

/** `GET /readyz`: 200 where messages can be sent, 503 where not, and why. Beside it, /healthz says that the process lives. */
export function addReadinessRoute(app: FastifyInstance, readiness: Readiness): void {
  app.get('/readyz', async (_request, reply) => {
    const report = await readiness.report()
    return reply
      .code(report.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report)
  })
}
