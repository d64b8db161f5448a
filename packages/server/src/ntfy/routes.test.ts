import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReserved } from '../source/topics.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { isTopic } from './publish.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The addresses of all routes, read from the tree that the router prints. */
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
