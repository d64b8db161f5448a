import { readFileSync } from 'node:fs'
import type { Call } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import { assetPath } from '../assets.ts'
import { type StaticFile, sendStatic, staticFile } from '../http/static-file.ts'

const file = (name: string) => readFileSync(assetPath(`reference/${name}`))

/** Serves the API reference as a document and as a page. The first request loads the descriptions and generates both. */
export function serveReference(http: FastifyInstance, calls: readonly Call[], origin: () => string): void {
  let written: Promise<{ json: StaticFile; page: StaticFile }> | undefined
  const reference = () => (written ??= write(calls, origin()))
  const style = staticFile('text/css; charset=utf-8', Buffer.concat([file('api.css'), file('calls.css')]))
  const script = staticFile('text/javascript; charset=utf-8', file('api.js'))
  const open = { ...headers, 'access-control-allow-origin': '*' }

  http.get('/openapi.json', async (request, reply) => sendStatic(request, reply, (await reference()).json, open))
  http.get('/docs/api', async (request, reply) => sendStatic(request, reply, (await reference()).page, headers))
  http.get('/docs/api.css', async (request, reply) => sendStatic(request, reply, style, headers))
  http.get('/docs/api.js', async (request, reply) => sendStatic(request, reply, script, headers))
}

async function write(calls: readonly Call[], origin: string) {
  const [{ openApi }, { page }] = await Promise.all([import('./openapi.ts'), import('./page.ts')])
  const document = openApi(calls, origin)
  return {
    json: staticFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(document))),
    page: staticFile('text/html; charset=utf-8', Buffer.from(page(document))),
  }
}

/** Allows only scripts and the font of this server, and requests only to it. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}
