import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A call that a payment provider got. */
export interface ProviderRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

// biome-ignore lint/suspicious/noExplicitAny: answers in the forms of other people's interfaces
type ProviderResponse = { status?: number; body?: any } | 'hang up'

/** A payment provider on a free local port that answers as the test says and records requests. */
export async function startProvider(answer: (request: ProviderRequest) => ProviderResponse | Promise<ProviderResponse>) {
  const requests: ProviderRequest[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const body = await text(request)
    const call = { method: request.method ?? '', path: pathname, query: searchParams, headers: request.headers, body }
    requests.push(call)
    const given = await answer(call)
    if (given === 'hang up') return request.socket.destroy()
    response.writeHead(given.status ?? 200, { 'content-type': 'application/json' })
    response.end(given.body === undefined ? '' : JSON.stringify(given.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    to: (method: string, path: string) => requests.filter((call) => call.method === method && call.path.startsWith(path)),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
