// On the engines too: messages are counted in SQL.

import { freeLimits, proLimits } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.signUp('admin@example.org')
})
afterAll(() => server.close())

const usage = async (token: string) => (await server.request('/v3/usage', { token })).body

test('the usage counts messages, and has the limits of the plan', async () => {
  const { token } = await server.signUp('ana@example.org')
  expect(await usage(token)).toEqual({
    storage_used: 0,
    storage_limit: freeLimits.storageBytes,
    texts_sent: 0,
    texts_limit: freeLimits.textsPerMonth,
  })
  await server.request('/v2/pushes', { token, body: { type: 'note', body: 'x'.repeat(5_000) } })
  const { storage_used } = await usage(token)
  expect(storage_used).toBeGreaterThanOrEqual(5_000)
  await server.request('/v3/upgrade-pro', { token, body: { token_id: 'tok_test_1', plan_id: 'monthly' } })
  expect(await usage(token)).toEqual({ storage_used, storage_limit: proLimits.storageBytes, texts_sent: 0 })
})
