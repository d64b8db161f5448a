import type { RequestListener } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Fetcher } from './public-fetcher.ts'
import { openTestNetwork } from './test-network.ts'

let network: Awaited<ReturnType<typeof openTestNetwork>>
let fetcher: Fetcher
let closedOnes = 0
let requests: { method: string | undefined; headers: Record<string, unknown>; port: number | undefined }[] = []

const answers: Record<string, RequestListener> = {
  '/echo': async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    response.writeHead(429, { 'retry-after': '7' }).end(Buffer.concat(pieces))
  },
  '/taken': (_request, response) => response.writeHead(201, { location: '/message/1' }).end(),
  '/taken-once': ({ socket }, response) => {
    socket.on('close', () => closedOnes++)
    response.on('finish', () => socket.end())
    response.writeHead(201).end()
  },
  '/broken-off': ({ socket }) => socket.resetAndDestroy(),
  '/endless': (_request, response) => {
    const endless = new Readable({
      read(size) {
        this.push(Buffer.alloc(size))
      },
    })
    response.writeHead(410)
    pipeline(endless, response, () => {})
  },
  '/silent': () => {},
  '/away': (_request, response) => response.writeHead(307, { location: `http://127.0.0.1:${network.secretPort}/` }).end(),
  '/round': (_request, response) => response.writeHead(307, { location: '/taken' }).end(),
}

beforeAll(async () => {
  network = await openTestNetwork((request, response) => {
    const { method, headers, socket } = request
    requests.push({ method, headers, port: socket.remotePort })
    answers[request.url ?? '']?.(request, response)
  })
})
beforeEach(() => {
  requests = []
  fetcher = network.fetcherWith()
})
afterAll(async () => {
  await network.close()
  expect(network.secrets()).toBe(0)
})

const at = (path: string) => network.at(path)
const body = Buffer.from('a message')
const notPublic = 'This address is on a private network, so the server doesn’t fetch it.'
const failureOf = (posted: Promise<unknown>) => posted.catch((error: unknown) => error)

test('a post sends a body with its headers, and answers with every status, its headers and the beginning of the body', async () => {
  const refused = await fetcher.post(at('/echo'), body, { headers: { ttl: '60' } })
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '7' }, body })
  expect(requests).toMatchObject([{ method: 'POST', headers: { ttl: '60', 'content-length': '9' } }])
  expect(await fetcher.post(at('/taken'), body)).toMatchObject({ status: 201, headers: { location: '/message/1' } })
  const long = await fetcher.post(at('/endless'), body)
  expect([long.status, long.body.length]).toEqual([410, 4_096])
})

test('a post follows no redirects, neither within the public network nor out of it', async () => {
  expect((await fetcher.post(at('/round'), body)).status).toBe(307)
  expect((await fetcher.post(at('/away'), body)).status).toBe(307)
  expect(requests).toHaveLength(2)
})

test('a post goes nowhere that nothing is fetched from; the address is refused, unless only what its name leads to is private', async () => {
  const addresses = ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '[64:ff9b::127.0.0.1]', '10.0.0.1']
  const names = ['private.test', 'both.test', 'six.test', 'mapped.test', 'nowhere.test']
  // The answer of filters and captive portals.
  network.names['nowhere.test'] = ['0.0.0.0']
  for (const host of [...addresses, ...names]) {
    const failure = await failureOf(fetcher.post(`http://${host}:${network.secretPort}/`, body))
    expect([host, failure]).toMatchObject([host, { message: notPublic, isRefused: addresses.includes(host) }])
  }
  for (const url of ['ftp://public.test/', 'http://a:b@public.test/', 'http://public.test:25/', 'nothing'])
    expect(await failureOf(fetcher.post(url, body))).toMatchObject({ name: 'FetchError', isRefused: true })
  network.names['moves.test'] = ['127.0.0.2']
  const closing = { headers: { connection: 'close' } }
  expect((await fetcher.post(`http://moves.test:${network.port}/taken`, body, closing)).status).toBe(201)
  network.names['moves.test'] = ['127.0.0.1']
  await expect(fetcher.post(`http://moves.test:${network.port}/taken`, body)).rejects.toThrow(notPublic)
})

test('the connection is kept for the next post; where the server has closed it, another one is opened', async () => {
  for (let count = 0; count < 3; count++) await fetcher.post(at('/taken'), body)
  expect(new Set(requests.map(({ port }) => port)).size).toBe(1)
  closedOnes = 0
  for (let count = 1; count <= 3; count++) {
    expect((await fetcher.post(at('/taken-once'), body)).status).toBe(201)
    await vi.waitFor(() => expect(closedOnes).toBe(count))
  }
})

test('a post over a connection that is broken off is not sent again, as the server may have read it', async () => {
  await fetcher.post(at('/taken'), body)
  const failure = await failureOf(fetcher.post(at('/broken-off'), body))
  expect(failure).toMatchObject({ message: 'The server broke the connection off.', isRefused: false })
  expect([requests.length, new Set(requests.map(({ port }) => port)).size]).toEqual([2, 1])
})

test('a post gives up on a server that says nothing or takes no connection, and when it is told to', async () => {
  const hasty = network.fetcherWith({ timeLimit: 300 })
  await expect(hasty.post(at('/silent'), body)).rejects.toThrow('The server did not answer within 0.3 seconds.')
  const failure = await failureOf(fetcher.post('http://127.0.0.2:1025/', body))
  expect(failure).toMatchObject({ message: 'The server does not take the connection.', isRefused: false })
  const stop = new AbortController()
  const waiting = fetcher.post(at('/silent'), body, { signal: stop.signal })
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})
