import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Refusal } from '@waypost/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApi } from './http.ts'
import type { Links } from './links.ts'

/** One file of the built web client, held in memory: there are few, and they are small. */
interface WebFile {
  type: string
  tag: string
  /** Built under a name that changes with its content. */
  lasting: boolean
  plain: Buffer
  /** From beside the file, else made when first asked for. */
  br?: Promise<Buffer>
  gzip?: Promise<Buffer>
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
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

const compress = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: Buffer) => promisify(gzip)(text, { level: 9 }),
}

/** What the web client is told of this deployment, in its page. */
export interface WebFacts {
  /** Whom to ask for help. */
  supportEmail: string
  links: Links
  /** Cards are taken through Stripe, whose form is a script of its own. */
  stripe?: boolean
  /** Where pages tell what they are used for. */
  trackingUrl?: string | undefined
  /** Files of whoever runs this server in the place of built ones, by path; one that is not there changes nothing. */
  instead?: Readonly<Record<string, string>>
}

/** Serves the built web client from a folder: its files by name, and its page for every other address. */
export function serveWeb(http: FastifyInstance, folder: string, facts: WebFacts): void {
  const files = existsSync(join(folder, 'index.html')) ? readFiles(folder, facts) : new Map<string, WebFile>()
  const headers = headersOf(facts)
  http.get('/*', async (request, reply) => {
    if (isApi(request.url)) throw new Refusal('not_found')
    const path = request.url.split('?', 1)[0] as string
    const file = (await ownFile(facts.instead?.[path])) ?? files.get(path)
    if (file) return send(request, reply, file, headers(path))
    const page = files.get('/index.html')
    // An address with an ending names a file; a page in its place would only confuse whoever asked.
    if (/\.[a-z0-9]+$/i.test(path)) return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    if (!page) return reply.code(503).type('text/plain; charset=utf-8').send('The web client is not built. Run: npm start')
    return send(request, reply, page, headers(path))
  })
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  reply.headers({
    ...headers,
    'cache-control': file.lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.tag,
  })
  if (request.headers['if-none-match'] === file.tag) return reply.code(304).send()
  const encoding = encodingOf(file, request.headers['accept-encoding'] ?? '')
  reply.type(file.type).header('vary', 'accept-encoding')
  if (!encoding) return reply.send(file.plain)
  file[encoding] ??= compress[encoding](file.plain)
  return reply.header('content-encoding', encoding).send(await file[encoding])
}

/** Pictures and fonts are compressed already. */
function encodingOf(file: WebFile, accepted: string): 'br' | 'gzip' | undefined {
  if (!/^text|json|svg/.test(file.type)) return undefined
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/** A file as it is now; undefined when there is none. */
async function ownFile(full: string | undefined): Promise<WebFile | undefined> {
  if (full === undefined) return undefined
  try {
    return webFile(full, await readFile(full))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const webFile = (full: string, plain: Buffer): WebFile => ({
  type: types[full.split('.').pop() ?? ''] ?? 'application/octet-stream',
  tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  lasting: false,
  plain,
})

function readFiles(folder: string, facts: WebFacts): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || entry.name.endsWith('.br')) continue
    const full = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, full).split(sep).join('/')}`
    const plain = path === '/index.html' ? withFacts(readFileSync(full, 'utf8'), facts) : readFileSync(full)
    files.set(path, {
      ...webFile(full, plain),
      lasting: path.startsWith('/assets/'),
      ...(existsSync(`${full}.br`) && { br: readFile(`${full}.br`) }),
    })
  }
  return files
}

function withFacts(page: string, { supportEmail, links, trackingUrl }: WebFacts): Buffer {
  const said = {
    'support-email': supportEmail,
    ...(trackingUrl && { 'tracking-address': trackingUrl }),
    ...Object.fromEntries(Object.entries(links).map(([name, url]) => [`link-${name}`, url])),
  }
  const tags = Object.entries(said).map(([name, content]) => `<meta name="${escaped(name)}" content="${escaped(content)}" />`)
  return Buffer.from(page.replace('</head>', () => `${tags.join('')}</head>`))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Nothing but our own files runs on our origin. */
const policy = {
  'default-src': "'self'",
  'img-src': "'self' data: blob: http: https:",
  'media-src': "'self' blob:",
  'connect-src': "'self' ws: wss:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
}

/** Frames of other sites are refused by the page itself, which says so in words. */
const headersWith = (rules: Record<string, string>): Record<string, string> => ({
  'content-security-policy': Object.entries({ ...policy, ...rules })
    .map(([name, rule]) => `${name} ${rule}`)
    .join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
})

/**
 * The one page for frames of other sites, and of a file on disk that somebody tries it in. Said aloud, since it outweighs an
 * `x-frame-options` that a proxy adds to everything.
 */
const widgetPage = '/widget.html'

/** The window of the checkout alone lets Stripe's form in, as https://docs.stripe.com/security/guide#content-security-policy has it. */
const checkoutPage = '/checkout'
const stripeHosts = 'https://js.stripe.com https://*.js.stripe.com'

/** What goes with a path beside its content. */
function headersOf({ stripe, trackingUrl }: WebFacts): (path: string) => Record<string, string> {
  const connect = trackingUrl ? `${policy['connect-src']} ${new URL(trackingUrl).origin}` : policy['connect-src']
  const plain = headersWith({ 'connect-src': connect })
  const special: Record<string, Record<string, string>> = {
    [widgetPage]: headersWith({ 'frame-ancestors': '* file:' }),
    ...(stripe && {
      [checkoutPage]: headersWith({
        'script-src': `'self' ${stripeHosts}`,
        'frame-src': `${stripeHosts} https://hooks.stripe.com`,
        'connect-src': `${connect} https://api.stripe.com`,
      }),
    }),
  }
  return (path) => special[path] ?? plain
}
