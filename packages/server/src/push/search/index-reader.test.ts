// On the engines too: the index is read and written at the same time.

import { readQuery } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noProcessorLimits, openProcessor } from '../../processor/time.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { findPushes } from './find.ts'
import { indexedTo } from './rows.ts'

/** More than the newest pushes that the engines read before they look further. */
const all = 12_000
const bodyOf = (number: number): string =>
  [
    `note about w${(number * 7919) % 1009}`,
    ...(number % 3 === 0 ? ['before the meeting'] : []),
    ...(number % 100 === 7 ? [`with z${number}`] : []),
    ...(number <= 500 ? [`of old${number}`] : []),
    ...(number === 3 ? ['once'] : []),
  ].join(' ')

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  owner = (await server.signUp('ann@example.org')).account.iden
  await server.app.db.write(async (tx) => {
    const [stamp = 0] = await tx.lockBoxes([owner])
    for (let number = 1; number <= all; number++) {
      tx.send(
        `INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed, body)
         VALUES ($1, $2, 1, $3, $3, 'self', 'note', 'self', 1, $4)`,
        [`${owner}sj${number}`, owner, stamp + number, bodyOf(number)],
      )
    }
    tx.keepStamp(owner, stamp + all)
  })
  server.app.indexer.isBehind(owner)
  await server.app.indexer.idle()
  expect(await indexedTo(server.app.db, owner)).toBeGreaterThan(0)
})
afterAll(() => server.close())

async function found(q: string, limit: number): Promise<number[]> {
  const numbers: number[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await search(owner, q, limit, cursor)
    numbers.push(...page.rows.map(({ iden }) => Number(iden.slice(owner.length + 2))))
    cursor = page.cursor
    if (cursor === undefined) return numbers
  }
}

function scanned(q: string): number[] {
  const numbers = Array.from({ length: all }, (_, index) => all - index)
  return numbers.filter((number) => {
    const words = bodyOf(number).split(' ')
    return q
      .split(' ')
      .every((word) => (word.startsWith('-') ? !words.includes(word.slice(1)) : words.some((each) => each.startsWith(word))))
  })
}

test.each([
  ['w', 'a beginning of many words that all pushes have'],
  ['w1', 'a beginning of many words that every ninth has'],
  ['z', 'a beginning of many words that every hundredth has'],
  ['old', 'a beginning of many words that only the oldest have'],
  ['meet', 'a beginning of one word that every third has'],
  ['once', 'a word that only one of the oldest has'],
  ['w z', 'two beginnings of many words'],
  ['w1 z meeting', 'beginnings of many words and a frequent word'],
  ['w o z n a', 'more beginnings than the index is asked for'],
  ['z -meeting', 'a beginning without a word'],
  ['-meeting', 'all without a word'],
  ['nothing', 'a word that nobody has written'],
])('%s: %s, page by page', async (q) => {
  const expected = scanned(q)
  expect(await found(q, 500)).toEqual(expected)
  expect(await found(q, 33)).toEqual(expected)
})

/** A page, however long it takes. */
function search(owner: string, q: string, limit: number, cursor: string | undefined) {
  const query = readQuery(q, { at: Date.now(), zone: 0 })
  return findPushes(server.app.db, owner, { query, limit, cursor }, openProcessor(noProcessorLimits).time(owner))
}
