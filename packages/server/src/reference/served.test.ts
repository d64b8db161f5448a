import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestBlock, threadTime } from '../processor/test-blocks.ts'
import { atOnce } from '../processor/time.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { wholeDocument } from './whole.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('nobody waits while the document is made for the first who asks for it', async () => {
  const write = () => threadTime(() => atOnce(wholeDocument()))
  const writing = Math.min(await write(), await write())
  const { result, block } = await longestBlock(() => server.request('/openapi.json'))
  expect([result.status, result.body.servers]).toEqual([200, [{ url: server.origin }]])
  expect(block).toBeLessThan(writing / 2)
})

test('a call that a server does not serve is in the document of the build, and not in that of the server', async () => {
  const { calls, document } = JSON.parse(atOnce(wholeDocument()))
  const idsOf = (paths: Record<string, Record<string, { operationId: string }>>) =>
    Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  const served = idsOf((await server.request('/openapi.json')).body.paths)
  const whole = idsOf(document.paths)
  expect(served.filter((id) => !whole.includes(id))).toEqual([])
  const left = whole.filter((id) => !served.includes(id))
  expect(left.filter((id) => !calls.includes(id))).toEqual([])
})
