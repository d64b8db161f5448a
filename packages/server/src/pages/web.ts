import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { desktopPort } from '@waypost/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApi } from '../http/refusals.ts'
import { compressedFile, type StaticFile, sendStatic, staticFile } from '../http/static-file.ts'
import { picturePath } from '../settings/rules.ts'
import { headedPage, landingWith, type ServerFacts, type WebFacts, withFacts } from './facts.ts'
import { landingDrawer } from './landing.ts'

/** One file of the built web client. All are kept in memory: a later build deletes files that open pages still request. */
interface WebFile extends StaticFile {
  /** Whether its name changes with its content. */
  lasting: boolean
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

/** Renders the landing page: a script for this server, not a file of the web client. */
const landingScript = '/landing.js'

/** Serves the built web client from a folder: its files by name, and its page for every other address that `first` doesn't answer. */
export function serveWeb(
  http: FastifyInstance,
  folder: string,
  facts: WebFacts,
  first: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined = () => undefined,
): void {
  const files = existsSync(join(folder, 'index.html')) ? readFiles(folder) : new Map<string, WebFile>()
  completeFiles(files, folder, facts)
  const landing = completeLanding(files, folder, facts)
  const headers = headersOf(facts, inlineScripts(folder))
  http.get('/*', async (request, reply) => {
    if (isApi(request.url)) return reply.callNotFound()
    const path = request.url.split('?', 1)[0] as string
    const file = (await ownFile(facts.instead?.[path])) ?? files.get(path)
    if (file) return sendStatic(request, reply, file, headersFor(file, path))
    const answered = first(request, reply)
    if (answered) return answered
    const page = (path === '/' && landing()) || files.get('/index.html')
    // An address with an extension names a file, and others belong to programs: answering with a page would be confusing.
    if (/\.[a-z0-9]+$/i.test(path) || ofPrograms.test(path))
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    if (!page) return reply.code(503).type('text/plain; charset=utf-8').send('The web client is not built. Run: npm start')
    const head = await facts.headOf?.(path, request.query as Readonly<Record<string, unknown>>)
    // Which of the two pages is sent depends on where it is shown.
    reply.header('vary', 'sec-fetch-dest, sec-fetch-site, accept-encoding')
    if (isFramedByAnotherSite(request)) return sendStatic(request, reply, frameRefusal, frameRefusalHeaders)
    const shown = head ? headed(page, headedPage((await page.plain()).toString(), head)) : page
    return sendStatic(request, reply, shown, headersFor(shown, path))
  })

  serveShareTarget(http)

  const headersFor = (file: WebFile, path: string) => ({
    ...headers(path),
    'cache-control': file.lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
}

const headed = (page: WebFile, text: string): WebFile => ({ ...staticFile(page.type, Buffer.from(text)), lasting: false })

/** Addresses that programs request and no page has: hidden ones, versions of an API, and folders that are served elsewhere. */
const ofPrograms =
  /\/\.|^\/(?:v\d+|graphql|assets|config|docs|files|healthz|metrics|websocket|streaming)(?:\/|$)|^\/(?:api|apps|subscribe)\/./i

/** Handles shares from other apps until the web client's service worker can: the page says to share again. The body is dropped. */
function serveShareTarget(http: FastifyInstance): void {
  const answer = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').redirect('/share?problem=again#people/me', 303)
  // Before the body is read, which may have any size.
  http.post('/share-target', { onRequest: async (_request, reply) => answer(reply) }, async (_request, reply) => answer(reply))
}

/** Serves the server's picture, set by an administrator. Its address changes with it. */
export function serveServerPicture(http: FastifyInstance, server: ServerFacts): void {
  http.get(picturePath, async (request, reply) => {
    const { picture } = server.now
    if (!picture) return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    const lasting = request.url.endsWith(`?v=${picture.key}`)
    return sendStatic(request, reply, staticFile(picture.type, picture.bytes), {
      'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    })
  })
}

/** Inserts this deployment's settings into the files that contain some, now and whenever they change. */
function completeFiles(files: Map<string, WebFile>, folder: string, facts: WebFacts): void {
  const built = Object.entries(withFacts).flatMap(([path, complete]) => {
    const file = files.get(path)
    return file ? [{ path, type: file.type, text: readFileSync(join(folder, path), 'utf8'), complete }] : []
  })
  const write = () => {
    for (const { path, type, text, complete } of built)
      files.set(path, { ...staticFile(type, Buffer.from(complete(text, facts))), lasting: false })
  }
  write()
  facts.server?.onChange(write)
}

function completeLanding(files: Map<string, WebFile>, folder: string, facts: WebFacts): () => WebFile | undefined {
  const page = files.get('/index.html')
  const script = join(folder, landingScript)
  if (!page || !existsSync(script)) return () => undefined
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const draw = landingDrawer(readFileSync(script, 'utf8'))
  const complete = () => ({ ...staticFile(page.type, Buffer.from(landingWith(built, facts, draw))), lasting: false })
  let landing = complete()
  facts.server?.onChange(() => {
    landing = complete()
  })
  return () => landing
}

function inlineScripts(folder: string): string[] {
  const page = join(folder, 'index.html')
  const built = existsSync(page) ? readFileSync(page, 'utf8') : ''
  return Array.from(built.matchAll(/<script>(.*?)<\/script>/gs), ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}

/** Whether a browser reports (https://www.w3.org/TR/fetch-metadata/) a frame of another site. Others obey `frame-ancestors`. */
function isFramedByAnotherSite({ headers }: FastifyRequest): boolean {
  const where = String(headers['sec-fetch-dest'])
  return ['iframe', 'frame', 'embed', 'object', 'fencedframe'].includes(where) && headers['sec-fetch-site'] !== 'same-origin'
}

const frameRefusal = staticFile(
  'text/html; charset=utf-8',
  Buffer.from(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Waypost</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{margin:0;min-height:100vh;display:grid;place-items:center;font-family:system-ui,sans-serif}h1{font-size:1.25rem;padding:1rem;text-align:center}</style>
</head><body><main><h1>This page can’t be shown inside another site.</h1></main></body></html>
`),
)
const frameRefusalHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

async function ownFile(full: string | undefined): Promise<WebFile | undefined> {
  if (full === undefined) return undefined
  try {
    return webFile(full, await readFile(full))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const webFile = (full: string, plain: Buffer): WebFile => ({ ...staticFile(typeOf(full), plain), lasting: false })

const typeOf = (full: string) => types[full.split('.').pop() ?? ''] ?? 'application/octet-stream'

function readFiles(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || entry.name.endsWith('.br')) continue
    const full = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, full).split(sep).join('/')}`
    if (path === landingScript) continue
    const file = existsSync(`${full}.br`)
      ? compressedFile(typeOf(full), readFileSync(`${full}.br`))
      : staticFile(typeOf(full), readFileSync(full))
    files.set(path, { ...file, lasting: path.startsWith('/assets/') })
  }
  return files
}

/** Only our own files run on our origin, and inline scripts from the build. */
const policy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self' data: blob: http: https:",
  'media-src': "'self' blob:",
  // Pictures from other hosts are fetched and measured before they are drawn.
  'connect-src': "'self' ws: wss: https:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  // Protects against clickjacking.
  'frame-ancestors': "'self'",
}

const nosniff = { 'x-content-type-options': 'nosniff' }

const headersFrom = (rules: Record<string, string>): Record<string, string> => ({
  'content-security-policy': Object.entries({ ...policy, ...rules })
    .map(([name, rule]) => `${name} ${rule}`)
    .join('; '),
  ...nosniff,
  'referrer-policy': 'strict-origin-when-cross-origin',
})

/**
 * The one page for frames of other sites, and of a file on disk that somebody tries it in. Said aloud, since it outweighs an
 * `x-frame-options` that a proxy adds to everything.
 */
const widgetPage = '/widget.html'

/** Only the checkout page may load Stripe's form: https://docs.stripe.com/security/guide#content-security-policy */
const checkoutPage = '/checkout'
const stripeHosts = 'https://js.stripe.com https://*.js.stripe.com'

/** This page checks whether the program that receives the sign-in is listening. */
const desktopPage = '/desktop_auth'
const desktopHosts = `http://localhost:${desktopPort} http://127.0.0.1:${desktopPort}`

/** Files that a browser uses only within a page, whose policy applies: without their own, they are half a kilobyte smaller. */
const ofPages = /^\/assets\/[^/]+\.(?:js|css|woff2)$/
function headersOf({ stripe, trackingUrl }: WebFacts, inline: readonly string[]): (path: string) => Record<string, string> {
  const connect = trackingUrl ? `${policy['connect-src']} ${new URL(trackingUrl).origin}` : policy['connect-src']
  const scripts = ["'self'", ...inline].join(' ')
  const headersWith = (rules: Record<string, string>) => headersFrom({ 'script-src': scripts, 'connect-src': connect, ...rules })
  const plain = headersWith({})
  const special: Record<string, Record<string, string>> = {
    [widgetPage]: headersWith({ 'frame-ancestors': '* file:' }),
    [desktopPage]: headersWith({ 'connect-src': `${connect} ${desktopHosts}` }),
    ...(stripe && {
      [checkoutPage]: headersWith({
        'script-src': `${scripts} ${stripeHosts}`,
        'frame-src': `${stripeHosts} https://hooks.stripe.com`,
        'connect-src': `${connect} https://api.stripe.com`,
      }),
    }),
  }
  return (path) => special[path] ?? (ofPages.test(path) ? nosniff : plain)
}
