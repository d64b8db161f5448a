import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../http/test-sockets.ts'
import { isReserved } from '../source/topics.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { isTopic } from './publish.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

function routes(): string[] {
  const found = new Set<string>()
  const path: string[] = []
  for (const line of server.app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', rest = ''] = /^([│ ]*)[├└]── (.*)$/.exec(line) ?? []
    if (rest === '') continue
    path.length = indent.length / 4
    path.push(rest.replace(/ \(.*$/, '').trim())
    found.add(path.join(''))
  }
  return [...found]
}

test('no first part of an address of this server can be a topic', () => {
  const firsts = new Set(
    routes()
      .map((route) => route.split('/')[1] ?? '')
      .filter((first) => first !== '' && !first.startsWith(':') && !first.includes('*')),
  )
  expect(firsts.size).toBeGreaterThan(15)
  expect([...firsts].filter((first) => isTopic(first) && !isReserved(first))).toEqual([])
})

test('a title that its sender cut within a letter loses that one alone; one in Latin-1 is read as that', async () => {
  const { token } = await server.signUp('titles@example.org')
  const titleOf = async (title: Buffer) => {
    const headers = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: 1\r\nTitle: `
    const request = Buffer.concat([Buffer.from(`POST /titles-of-tests HTTP/1.1\r\n${headers}`), title, Buffer.from('\r\n\r\nx')])
    return (await say(server.origin, request))[0]?.body.title
  }
  expect(await titleOf(Buffer.from('Grüße aus 東京').subarray(0, -1))).toBe('Grüße aus 東\ufffd')
  expect(await titleOf(Buffer.from('Grüße aus Köln', 'latin1'))).toBe('Grüße aus Köln')
  expect(await titleOf(Buffer.from('Grüße aus 東京'))).toBe('Grüße aus 東京')
})
