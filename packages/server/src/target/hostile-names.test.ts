import { wordStarts } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectLinear } from '../../../../scripts/tests/growth.ts'
import { longestBlock, mostBlocked } from '../processor/test-blocks.ts'
import { usualProcessorLimits } from '../processor/time.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let token: string
let owner: string
beforeAll(async () => {
  server = await startTestServer({}, { processorLimits: usualProcessorLimits, nodes: 1 })
  const signedUp = await server.signUp('ann@example.org')
  token = signedUp.token
  owner = signedUp.account.iden
})
afterAll(() => server.close())

const marks = '\u0315\u0300\u05ae\u0301'

test('names of combining marks let others have their turn, and hide nobody who is met often', async () => {
  await server.app.db.write(async (tx) => {
    for (let at = 0; at < 4_000; at++)
      tx.send(
        `INSERT INTO contact (iden, owner, active, created, modified, name, email, email_normalized) VALUES ($1, $2, 1, $3, $3, $4, $5, $5)`,
        [`${owner}sc${at}`, owner, at + 1, at === 3_999 ? 'Zoë' : `${at}${marks.repeat(245)}`, `p${at}@example.net`],
      )
  })
  for (const [name, query] of [
    ['autocomplete-targets', 'zoe'],
    ['autocomplete-targets', marks.repeat(250)],
    ['autocomplete-targets', 'a'.repeat(1_000)],
    ['suggest-targets', ''],
    ['invite-targets', ''],
  ]) {
    const { result, block } = await longestBlock(() => server.request(`/v3/${name}`, { token, body: { query } }))
    expect([name, result.status]).toEqual([name, 200])
    expect([name, block < mostBlocked, block]).toEqual([name, true, block])
    if (query === 'zoe') expect(result.body.targets.map(({ name }: { name: string }) => name)).toEqual(['Zoë'])
  }
})

test('a long name takes no longer than its length', () => {
  expectLinear('a long name', 992, (length) => marks.repeat(length / 4), wordStarts)
})
