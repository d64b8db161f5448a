import { randomBytes } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress, isWebPort } from './public-address.ts'
import { type Fetcher, openFetcher } from './public-fetcher.ts'
import { openTestNetwork } from './test-network.ts'
import { textOf } from './text.ts'

let network: Awaited<ReturnType<typeof openTestNetwork>>
let fetcher: Fetcher
let requests: { path: string; headers: Record<string, unknown> }[] = []

const answers: Record<string, RequestListener> = {
  '/plain': (_request, response) => response.end('plain'),
  '/gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('packed')),
  '/br': (_request, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync('packed')),
  '/deflate': (_request, response) => response.setHeader('content-encoding', 'deflate').end(deflateSync('packed')),
  '/odd-packing': (_request, response) => response.setHeader('content-encoding', 'gzip, gzip').end('x'),
  '/broken-packing': (_request, response) => response.setHeader('content-encoding', 'gzip').end('this is no gzip'),
  '/bomb': (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(200 * 2 ** 20))),
  '/huge': (_request, response) => {
    pipeline(
      new Readable({
        read(size) {
          this.push(Buffer.alloc(size))
        },
      }),
      response,
      () => {},
    )
  },
  '/slow': (_request, response) => {
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  },
  '/crumbs': (_request, response) => crumble(response, 5_500),
  '/packed-crumbs': (_request, response) => crumble(response.setHeader('content-encoding', 'gzip'), 5_500),
  '/few-crumbs': (_request, response) => crumble(response, 4_000),
  '/informations': (_request, response) => {
    for (let count = 0; count < 30; count++) response.writeProcessing()
    response.end('late')
  },
  '/few-informations': (_request, response) => {
    for (let count = 0; count < 5; count++) response.writeProcessing()
    response.end('in time')
  },
  '/silent': () => {},
  '/not-modified': (_request, response) => response.writeHead(304).end(),
  '/missing': (_request, response) => response.writeHead(404).end('no'),
  '/cut': (_request, response) => {
    response.setHeader('content-length', '100').write('half')
    setTimeout(() => response.destroy(), 20)
  },
  '/round': (_request, response) => response.writeHead(302, { location: '/round' }).end(),
}

function crumble(response: ServerResponse, count: number): void {
  const bytes = gzipSync(randomBytes(count))
  for (let at = 0; at < count; at++) response.write(bytes.subarray(at, at + 1))
  response.end()
}

beforeAll(async () => {
  network = await openTestNetwork((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    requests.push({ path: request.url ?? '', headers: request.headers })
    const to = url.searchParams.get('to')
    if (to !== null) response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: to }).end()
    else answers[url.pathname]?.(request, response)
  })
  fetcher = network.fetcherWith()
})
afterAll(async () => {
  await network.close()
  expect(network.secrets()).toBe(0)
})

const at = (path: string) => network.at(path)
const get = (url: string) => fetcher.get(url)
const notPublic = 'This address is on a private network, so the server doesn’t fetch it.'

test('an answer in very many small pieces, or after very many others, is refused', async () => {
  const small = 'The answer of the server comes in too many small pieces.'
  for (const path of ['/crumbs', '/packed-crumbs']) await expect(get(at(path))).rejects.toThrow(small)
  expect((await get(at('/few-crumbs'))).body).toHaveLength(4_000)
  await expect(get(at('/informations'))).rejects.toThrow('The server says again and again that it will answer.')
  expect((await get(at('/few-informations'))).body.toString()).toBe('in time')
})

test('a server that accepts what is posted is read no further than its pieces are worth', async () => {
  expect(await fetcher.post(at('/crumbs'), Buffer.from('x'))).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  expect(await fetcher.post(at('/huge'), Buffer.from('x'))).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  await expect(fetcher.post(at('/informations'), Buffer.from('x'))).rejects.toThrow('again and again')
})

test('GAP-056 a public address is fetched, packed or not, and follows redirects', async () => {
  expect(await get(at('/plain'))).toMatchObject({ status: 200, url: at('/plain'), body: Buffer.from('plain') })
  for (const path of ['/gzip', '/br', '/deflate']) expect((await get(at(path))).body.toString()).toBe('packed')
  for (const status of [301, 302, 303, 307, 308]) {
    expect((await get(at(`/?to=/plain&status=${status}`))).url).toBe(at('/plain'))
  }
  requests = []
  await fetcher.get(at('/not-modified'), { headers: { 'if-none-match': '"x"' } })
  expect(requests[0]?.headers).toMatchObject({ 'if-none-match': '"x"', host: `public.test:${network.port}` })
  for (const name of ['cookie', 'authorization']) expect(requests[0]?.headers).not.toHaveProperty(name)
})

test('an address in a private network is not connected to, however it is written', async () => {
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a00:1]',
    '[64:ff9b:1::8.8.8.8]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.168.0.1',
    '172.16.0.1',
    '224.0.0.1',
    '255.255.255.255',
    'private.test',
    'both.test',
    'six.test',
    'mapped.test',
  ]
  for (const host of hosts) {
    const failure = await get(`http://${host}:${network.secretPort}/`).catch((error: Error) => error)
    expect([host, (failure as Error).message]).toEqual([host, notPublic])
  }
})

test('a redirect into a private network is not followed, nor one to another protocol', async () => {
  const targets = [
    `http://127.0.0.1:${network.secretPort}/`,
    `http://2130706433:${network.secretPort}/`,
    `//[::ffff:127.0.0.1]:${network.secretPort}/`,
    `http://private.test:${network.secretPort}/`,
  ]
  for (const to of targets) {
    await expect(get(at(`/?to=${encodeURIComponent(to)}`))).rejects.toThrow(notPublic)
    const twice = `/?to=${encodeURIComponent(`/?to=${encodeURIComponent(to)}`)}`
    await expect(get(at(twice))).rejects.toThrow(notPublic)
  }
  await expect(get(at('/?to=file:///etc/passwd'))).rejects.toThrow('Only http and https addresses are fetched.')
  await expect(get(at('/?to=http://user:secret@public.test/'))).rejects.toThrow(
    'An address with a password in it is not fetched.',
  )
  await expect(get(at('/round'))).rejects.toThrow('The address redirects more than 5 times.')
})

test('a name is looked up for each connection, so that one that changes meanwhile leads nowhere', async () => {
  network.names['turns.test'] = ['127.0.0.2']
  expect((await get(`http://turns.test:${network.port}/plain`)).status).toBe(200)
  network.names['turns.test'] = ['127.0.0.1']
  await expect(get(`http://turns.test:${network.port}/plain`)).rejects.toThrow(notPublic)
  await expect(get(`http://turns.test:${network.secretPort}/`)).rejects.toThrow(notPublic)
})

test('a name may lead to a public address through NAT64, and to no private one', async () => {
  network.names['translated.test'] = ['127.0.0.2', '64:ff9b::808:808']
  expect((await get(`http://translated.test:${network.port}/plain`)).status).toBe(200)
  network.names['translated.test'] = ['127.0.0.2', '64:ff9b::a00:1']
  await expect(get(`http://translated.test:${network.port}/plain`)).rejects.toThrow(notPublic)
})

test('anything but a web address is refused', async () => {
  const bad: [string, string][] = [
    ['file:///etc/passwd', 'Only http and https addresses are fetched.'],
    ['ftp://public.test/', 'Only http and https addresses are fetched.'],
    ['http://user:secret@public.test/', 'An address with a password in it is not fetched.'],
    ['http://public.test:25/', 'Port 25 is not fetched from.'],
    ['nothing', 'This is not an address.'],
    ['http://unknown.test/', 'There is no server under this name.'],
    [`http://127.0.0.2:1025/`, 'The server does not take the connection.'],
  ]
  for (const [url, sentence] of bad) await expect(get(url)).rejects.toThrow(sentence)
})

test('a body that is too long is given up, also one that only unpacks to it', async () => {
  const before = process.memoryUsage().rss
  // On a busy machine, the bytes take longer than a server is allowed.
  const patient = network.fetcherWith({ timeLimit: 25_000 })
  for (const path of ['/huge', '/bomb']) await expect(patient.get(at(path))).rejects.toThrow('What is there is larger than 2 MB.')
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20)
})

test('a server that drips, says nothing or breaks off is given up', async () => {
  const hasty = network.fetcherWith({ timeLimit: 300 })
  for (const path of ['/slow', '/silent']) {
    await expect(hasty.get(at(path))).rejects.toThrow('The server did not answer within 0.3 seconds.')
  }
  await expect(get(at('/cut'))).rejects.toThrow(
    /^The (server broke the connection off|answer of the server could not be read)\.$/,
  )
  await expect(get(at('/odd-packing'))).rejects.toThrow('The answer of the server is packed in a way that is not known here.')
  await expect(get(at('/broken-packing'))).rejects.toThrow('The answer of the server could not be read.')
  await expect(get(at('/missing'))).rejects.toThrow('The server answered with status 404.')
})

test('who asked can give up', async () => {
  const stop = new AbortController()
  const waiting = fetcher.get(at('/silent'), { signal: stop.signal })
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})

test('a test may let the own network be fetched from', async () => {
  const own = openFetcher({ allowPrivate: true })
  expect((await own.get(`http://127.0.0.2:${network.port}/plain`)).body.toString()).toBe('plain')
  expect((await own.get(`http://localhost:${network.port}/plain`).catch((error: Error) => error)) as Error).not.toMatchObject({
    message: notPublic,
  })
})

test('public addresses and web ports are told from all others', () => {
  for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])
    expect(isPublicAddress(address)).toBe(true)
  const others = [
    '64:ff9b::7f00:1',
    '64:ff9b::a00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::',
    '64:ff9b::1:808:808',
    '64:ff9b:1::808:808',
    'fc00::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '3fff::1',
    '198.18.0.1',
    '192.0.2.1',
    'localhost',
    '',
  ]
  for (const address of others) expect([address, isPublicAddress(address)]).toEqual([address, false])
  expect(['', '80', '443', '8080'].map(isWebPort)).toEqual([true, true, true, true])
  expect(['22', '25', '0'].map(isWebPort)).toEqual([false, false, false])
})

test('a text is read in the encoding that it names', () => {
  expect(textOf(Buffer.from('é', 'latin1'), 'text/xml; charset=ISO-8859-1')).toBe('é')
  expect(textOf(Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?>é', 'latin1'))).toContain('é')
  expect(textOf(Buffer.from('\ufeffé', 'utf16le'))).toBe('é')
  expect(textOf(Buffer.from('é'), 'text/xml; charset=nonsense')).toBe('é')
})
