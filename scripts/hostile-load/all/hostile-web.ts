// A web server and a mail server that harm their clients: each path is a different kind of bad response.

import { createServer, type Server, type Socket } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { filled } from '../worst-texts.ts'

const megabyte = 2 ** 20
const chunk = (bytes: string | Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from('\r\n')])
const head = (type: string, ...more: string[]) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${more.map((line) => `${line}\r\n`).join('')}`
const whole = (type: string, body: string | Buffer, ...more: string[]) =>
  Buffer.concat([
    Buffer.from(`${head(type, `content-length: ${body.length}`, 'connection: close', ...more)}\r\n`),
    Buffer.from(body),
  ])
const html = 'text/html'
const rss = (items: string) => `<rss version="2.0"><channel><title>a</title>${items}</channel></rss>`
const bomb = Buffer.alloc(128 * megabyte, 'a ')
const gzipBomb = gzipSync(bomb, { level: 1 })
const brotliBomb = brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

function forever(socket: Socket, bytes: Buffer, pause = 0): void {
  const more = () => {
    if (socket.destroyed) return
    if (pause > 0) {
      socket.write(bytes)
      setTimeout(more, pause)
    } else if (socket.write(bytes)) setImmediate(more)
    else socket.once('drain', more)
  }
  more()
}

/** What happens to a connection, by request path. */
export const answers: Record<string, (socket: Socket, origin: string) => void> = {
  silent: () => {},
  slow: (socket) => {
    socket.write(`${head(html, 'content-length: 1000000')}\r\n`)
    forever(socket, Buffer.from('a'), 20)
  },
  'slow-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    forever(socket, Buffer.from('x'), 20)
  },
  endless: (socket) => {
    socket.write(`${head(html)}\r\n<title>a</title>`)
    forever(socket, Buffer.alloc(65_536, '<a '))
  },
  'endless-chunks': (socket) => {
    socket.write(`${head(html, 'transfer-encoding: chunked')}\r\n`)
    forever(socket, Buffer.concat(Array(4_000).fill(chunk('a'))))
  },
  'endless-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    forever(socket, Buffer.from('x-a: b\r\n'.repeat(1_000)))
  },
  'large-head': (socket) => socket.end(whole(html, 'a', `x-a: ${filled('a', megabyte)}`)),
  'many-headers': (socket) => socket.end(whole(html, 'a', ...Array.from({ length: 20_000 }, (_, index) => `x-${index}: a`))),
  informations: (socket) =>
    forever(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(200))),
  gzip: (socket) => socket.end(whole(html, gzipBomb, 'content-encoding: gzip')),
  brotli: (socket) => socket.end(whole(html, brotliBomb, 'content-encoding: br')),
  'many-members': (socket) => socket.end(whole(html, Buffer.concat(Array(50_000).fill(gzipSync(''))), 'content-encoding: gzip')),
  'many-encodings': (socket) => socket.end(whole(html, gzipSync('a'), `content-encoding: ${filled('gzip, ', 8_000)}`)),
  redirects: (socket, origin) =>
    socket.end(`HTTP/1.1 302 Found\r\nlocation: ${origin}/redirects?${Math.random()}\r\ncontent-length: 0\r\n\r\n`),
  'long-redirect': (socket, origin) =>
    socket.end(`HTTP/1.1 302 Found\r\nlocation: ${origin}/redirects?${filled('%2e/', 60_000)}\r\ncontent-length: 0\r\n\r\n`),
  'no-charset': (socket) => socket.end(whole('text/html; charset=none-such', Buffer.alloc(megabyte, 0xff))),
  'utf-16': (socket) => socket.end(whole('text/html; charset=utf-16', Buffer.alloc(megabyte, 0xd8))),
  'breaks-off': (socket) => socket.end(`${head(html, 'content-length: 100000')}\r\n<title>a`),
  'breaks-off-in-head': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty'),
  resets: (socket) => socket.resetAndDestroy(),
  'no-http': (socket) => socket.end(Buffer.alloc(100_000, '\0')),
  'wrong-chunks': (socket) => socket.end(`${head(html, 'transfer-encoding: chunked')}\r\nffffffffffffffff\r\na`),
  'chunk-extensions': (socket) => {
    socket.write(`${head(html, 'transfer-encoding: chunked')}\r\n1;`)
    forever(socket, Buffer.alloc(65_536, 'a'))
  },
  'deep-html': (socket) => socket.end(whole(html, `<title>a</title>${filled('<div>', megabyte)}`)),
  'many-tags': (socket) => socket.end(whole(html, filled('<meta property="og:image" content="a">', megabyte))),
  'open-tags': (socket) => socket.end(whole(html, filled('<meta a="', megabyte))),
  entities: (socket) => socket.end(whole(html, `<title>${filled('&#x1F600;', megabyte)}</title>`)),
  'xml-entities': (socket) => {
    const levels = Array.from({ length: 20 }, (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(20)}">`).join('')
    socket.end(
      whole('application/rss+xml', `<!DOCTYPE a [<!ENTITY a0 "a">${levels}]>${rss('<item><title>&a20;</title></item>')}`),
    )
  },
  'many-items': (socket) =>
    socket.end(whole('application/rss+xml', rss(filled('<item><guid>a</guid><title>b</title></item>', megabyte - 100)))),
  'deep-xml': (socket) => socket.end(whole('application/rss+xml', `<rss><channel>${filled('<a>', megabyte)}`)),
  'deep-json': (socket) => socket.end(whole('application/feed+json', filled('{"items":[', megabyte))),
  'json-items': (socket) =>
    socket.end(
      whole(
        'application/feed+json',
        `{"version":"https://jsonfeed.org/version/1","items":[${filled('{"id":"a"},', megabyte).replace(/,?[^}]*$/, '')}]}`,
      ),
    ),
}

const greetings: ((socket: Socket) => void)[] = [
  () => {},
  (socket) => forever(socket, Buffer.from('2'), 20),
  (socket) => forever(socket, Buffer.from('220-welcome\r\n'.repeat(1_000))),
  (socket) => forever(socket, Buffer.alloc(65_536, '2')),
  (socket) => socket.end('220'),
  (socket) => socket.resetAndDestroy(),
  (socket) => {
    socket.write('220 welcome\r\n')
    socket.on('data', () => socket.write(`${'250-a\r\n'.repeat(20_000)}250 a\r\n`))
  },
  (socket) => {
    socket.write('220 welcome\r\n')
    socket.on('data', () => socket.write('599 no\r\n'))
  },
]

export interface HostileWeb {
  origin: string
  smtp: string
  /** How many requests it has received. */
  asked(): number
  close(): Promise<void>
}

export async function startHostileWeb(): Promise<HostileWeb> {
  const sockets = new Set<Socket>()
  let asked = 0
  let mails = 0
  let origin = ''
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  }
  const web = createServer((socket) => {
    keep(socket)
    socket.once('data', (bytes) => {
      asked++
      const [, kind = ''] = /^\w+ \/([\w-]*)/.exec(bytes.toString('latin1')) ?? []
      const answer = answers[kind] ?? answers.silent
      answer?.(socket, origin)
    })
  })
  const mail = createServer((socket) => {
    keep(socket)
    asked++
    greetings[mails++ % greetings.length]?.(socket)
  })
  await Promise.all([web, mail].map(listening))
  origin = `http://127.0.0.1:${portOf(web)}`
  return {
    origin,
    smtp: `smtp://127.0.0.1:${portOf(mail)}`,
    asked: () => asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([web, mail].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const portOf = (server: Server) => (server.address() as { port: number }).port
