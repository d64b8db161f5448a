import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'
import { page } from './page.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, name))

/** Serves the API reference, for programs and for people. It is written when it is first asked for. */
export function serveReference(http: FastifyInstance, calls: readonly Call[], origin: () => string): void {
  let document: ReturnType<typeof openApi> | undefined
  let written: { json: string; page: string } | undefined
  const reference = () => {
    document ??= openApi(calls, origin())
    written ??= { json: JSON.stringify(document), page: page(document) }
    return written
  }
  const [style, script] = [file('api.css'), file('api.js')]

  http.get('/openapi.json', async (_request, reply) =>
    reply
      .headers({ ...headers, 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(reference().json),
  )
  http.get('/docs/api', async (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(reference().page))
  http.get('/docs/api.css', async (_request, reply) => reply.headers(headers).type('text/css; charset=utf-8').send(style))
  http.get('/docs/api.js', async (_request, reply) => reply.headers(headers).type('text/javascript; charset=utf-8').send(script))
}

/** Nothing but the reference's own script runs, and it reaches nothing but this server. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}
