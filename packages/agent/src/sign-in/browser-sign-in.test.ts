import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { type BrowserSignIn, startBrowserSignIn } from './browser-sign-in.ts'

const open: BrowserSignIn<unknown>[] = []
const hasNewAddress = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const take = vi.fn(async (key: string) => `account of ${key}`)

afterEach(() => {
  for (const handOver of open.splice(0)) handOver.close()
  take.mockClear()
})

async function start(options: Partial<Parameters<typeof startBrowserSignIn<string>>[0]> = {}) {
  const handOver = await startBrowserSignIn({ take, port: 0, ...options })
  open.push(handOver)
  return handOver
}

function get(port: number, path: string, { host = `localhost:${port}`, address = '127.0.0.1', method = 'GET' } = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const asked = request({ host: address, port, path, method, headers: { Host: host } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    asked.on('error', reject).end()
  })
}

test('AUTH-036 GAP-064 a token with the right state is taken, and leaves the address bar at once', async () => {
  const { port, state, result } = await start()
  const first = await get(port, `/?api_key=o.key&state=${state}`)
  expect(first.status).toBe(303)
  expect(first.headers.location).toBe('/done')
  const page = await get(port, '/done')
  expect(page.status).toBe(200)
  expect(page.text).toContain('You are signed in. You can close this window.')
  expect(await result).toBe('account of o.key')
  for (const { headers, text } of [first, page]) {
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(text).not.toContain('o.key')
  }
})

test.each(['localhost', '127.0.0.1'])('AUTH-037 the browser may use the host %s', async (name) => {
  const { port, state } = await start()
  expect((await get(port, `/?api_key=o.key&state=${state}`, { host: `${name}:${port}` })).status).toBe(303)
})

test.runIf(hasNewAddress)('AUTH-037 a browser that resolves localhost to ::1 works too', async () => {
  const { port, state } = await start()
  expect((await get(port, `/?api_key=o.key&state=${state}`, { address: '::1' })).status).toBe(303)
})

test.each(['', '&state=', '&state=another', '&state=STATE-and-more'])(
  'a token with the state "%s" is ignored, and the wait goes on',
  async (query) => {
    const { port, state, result } = await start()
    const refused = await get(port, `/?api_key=o.theirs${query.replace('STATE', state)}`)
    expect(refused.status).toBe(403)
    expect(take).not.toHaveBeenCalled()
    await get(port, `/?api_key=o.mine&state=${state}`)
    await get(port, '/done')
    expect(await result).toBe('account of o.mine')
  },
)

test.each(['evil.example', 'localhost', 'localhost:1', 'localhost.evil.example:PORT', '[::1]:PORT'])(
  'a page with the host %s gets nothing',
  async (host) => {
    const { port, state } = await start()
    const refused = await get(port, `/?api_key=o.key&state=${state}`, { host: host.replace('PORT', String(port)) })
    expect(refused.status).toBe(403)
    expect(take).not.toHaveBeenCalled()
  },
)

test('only the first token is taken', async () => {
  const { port, state, result } = await start()
  await get(port, `/?api_key=o.first&state=${state}`)
  expect((await get(port, `/?api_key=o.second&state=${state}`)).headers.location).toBe('/done')
  await get(port, '/done')
  expect(await result).toBe('account of o.first')
  expect(take).toHaveBeenCalledExactlyOnceWith('o.first')
})

test('other requests get an error', async () => {
  const { port, state } = await start()
  expect((await get(port, '/')).status).toBe(404)
  expect((await get(port, '/done')).status).toBe(404)
  expect((await get(port, '/favicon.ico')).status).toBe(404)
  expect((await get(port, `//x?api_key=o.key&state=${state}`)).status).toBe(404)
  expect((await get(port, `/?api_key=o.key&state=${state}`, { method: 'POST' })).status).toBe(405)
  expect(take).not.toHaveBeenCalled()
})

test('an invalid token is reported in both places', async () => {
  const { port, state, result } = await start({ take: () => Promise.reject(new Error('no such key')) })
  const told = expect(result).rejects.toThrow('no such key')
  await get(port, `/?api_key=o.key&state=${state}`)
  const page = await get(port, '/done')
  expect(page.status).toBe(502)
  expect(page.text).toContain('The sign-in failed.')
  await told
})

test('it ends when no token arrives', async () => {
  const { result } = await start({ timeout: 1 })
  await expect(result).rejects.toThrow('No one signed in within')
})

test('it ends even if the browser does not load the last page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const { port, state, result } = await start()
    await get(port, `/?api_key=o.key&state=${state}`)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await result).toBe('account of o.key')
  } finally {
    vi.useRealTimers()
  }
})

test('a port that is in use is named in a sentence', async () => {
  const { port } = await start()
  await expect(start({ port })).rejects.toThrow(`Port ${port} is in use by another program`)
})
