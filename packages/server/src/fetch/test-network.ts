import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { type Fetcher, openFetcher } from './public-fetcher.ts'

interface TestNetwork {
  /** The addresses of each name, which a test may change. Unlisted names don't exist. */
  names: Record<string, string[]>
  port: number
  secretPort: number
  at(path: string): string
  secrets(): number
  fetcherWith(options?: Parameters<typeof openFetcher>[0]): Fetcher
  close(): Promise<void>
}

/** All of 127.0.0.0/8 is this machine: 127.0.0.2 stands for the public network, 127.0.0.1 for private addresses. */
export async function openTestNetwork(answer: RequestListener): Promise<TestNetwork> {
  const names: Record<string, string[]> = {
    'public.test': ['127.0.0.2'],
    'private.test': ['127.0.0.1'],
    'both.test': ['127.0.0.2', '127.0.0.1'],
    'six.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
  }
  let secrets = 0
  const open = createServer(answer)
  const secret = createServer((_request, response) => {
    secrets++
    response.end('secret')
  })
  await new Promise<void>((resolve) => open.listen(0, '127.0.0.2', resolve))
  await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve))
  const { port } = open.address() as AddressInfo
  return {
    names,
    port,
    secretPort: (secret.address() as AddressInfo).port,
    at: (path) => `http://public.test:${port}${path}`,
    secrets: () => secrets,
    fetcherWith: (options) =>
      openFetcher({
        resolve: async (name) => {
          const found = names[name]
          if (!found) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
          return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        },
        isAllowed: (address) => address === '127.0.0.2' || isPublicAddress(address),
        timeLimit: 5_000,
        ...options,
      }),
    async close() {
      for (const server of [open, secret]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}
