import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Call } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import { assetPath } from '../assets.ts'
import { type StaticFile, sendStatic, staticFile } from '../http/static-file.ts'
import { madeOnce } from '../processor/made-once.ts'
import { noProcessorLimits, openProcessor, type Steps } from '../processor/time.ts'
import type { OpenApi } from './document.ts'
import { servedDocument, type WholeDocument } from './served.ts'

const file = (name: string) => readFileSync(assetPath(`reference/${name}`))

/** Serves the API reference as a document and as a page. The first request loads the files that the build wrote at `built`. */
export function serveReference(
  http: FastifyInstance,
  calls: readonly Call[],
  origin: () => string,
  built = assetPath('reference/openapi.json'),
): void {
  const document = madeOnce(async () => servedDocument(JSON.parse(await wholeText(built)) as WholeDocument, calls, origin()))
  const json = madeOnce(async () => staticFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(await document()))))
  const html = madeOnce(() => writePage(document()))
  const style = staticFile('text/css; charset=utf-8', Buffer.concat([file('api.css'), file('calls.css')]))
  const script = staticFile('text/javascript; charset=utf-8', file('api.js'))
  const open = { ...headers, 'access-control-allow-origin': '*' }

  http.get('/openapi.json', async (request, reply) => sendStatic(request, reply, await json(), open))
  http.get('/docs/api', async (request, reply) => sendStatic(request, reply, await html(), headers))
  http.get('/docs/api.css', async (request, reply) => sendStatic(request, reply, style, headers))
  http.get('/docs/api.js', async (request, reply) => sendStatic(request, reply, script, headers))
}

/**
 * The document of all calls, from the build's file. A server running from its sources has none, and generates it while yielding to others.
 */
async function wholeText(built: string): Promise<string> {
  try {
    return await readFile(built, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const { wholeDocument } = await import('./whole.ts')
    return whileOthersRun(wholeDocument())
  }
}

async function whileOthersRun<Result>(steps: Steps<Result>): Promise<Result> {
  const made = await openProcessor(noProcessorLimits).time('reference').run(steps)
  return (made as { result: Result }).result
}

async function writePage(document: Promise<OpenApi>): Promise<StaticFile> {
  const [found, { page }] = await Promise.all([document, import('./page.ts')])
  return staticFile('text/html; charset=utf-8', Buffer.from(await whileOthersRun(page(found))))
}

/** Allows only scripts and the font from this server, and requests only to it. */
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
