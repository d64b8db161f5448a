import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestBlock, mostBlocked } from '../../processor/test-blocks.ts'
import { usualProcessorLimits } from '../../processor/time.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
/** Its searches end after a tenth of the usual time, so that they exceed it on every machine. */
let hurried: TestServer
beforeAll(async () => {
  const start = (total: number) => startTestServer({}, { processorLimits: { ...usualProcessorLimits, total }, nodes: 1 })
  server = await start(usualProcessorLimits.total)
  hurried = await start(usualProcessorLimits.total / 10)
})
afterAll(() => Promise.all([server.close(), hurried.close()]))

async function boxWith(name: string, bodies: readonly string[], on = server): Promise<{ owner: string; token: string }> {
  const { token, account } = await on.signUp(`${name}@example.org`)
  const owner = account.iden
  await on.app.db.write(async (tx) => {
    const [stamp = 0] = await tx.lockBoxes([owner])
    for (const [index, body] of bodies.entries())
      tx.send(
        `INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed, body)
         VALUES ($1, $2, 1, $3, $3, 'email:eve@example.org', 'note', 'incoming', 1, $4)`,
        [`${owner}sj${index}`, owner, stamp + 1 + index, body],
      )
    tx.keepStamp(owner, stamp + bodies.length)
  })
  return { owner, token }
}

const search = (q: string, token: string, cursor?: string, on = server) =>
  on.request(`/v3/search?q=${encodeURIComponent(q)}${cursor === undefined ? '' : `&cursor=${cursor}`}`, { token })

async function everything(q: string, token: string, on = server) {
  const pushes: Json[] = []
  let block = 0
  let pages = 0
  for (let cursor: string | undefined; ; ) {
    const page = await longestBlock(() => search(q, token, cursor, on))
    expect(page.result.status).toBe(200)
    pages++
    block = Math.max(block, page.block)
    pushes.push(...page.result.body.pushes)
    cursor = page.result.body.cursor
    if (cursor === undefined) return { pushes, block }
    expect(pages).toBeLessThan(200)
  }
}

const longest = 131_072
const filled = (text: string) => text.repeat(Math.ceil(longest / text.length)).slice(0, longest)
/** Text without spaces, which is split into pairs: the slowest of all. */
const unspaced = Array.from({ length: longest }, (_, at) => String.fromCharCode(0xe01 + ((at * 7_919) % 46))).join('')

test('a phrase of many words over texts that repeat them lets others have their turn, and finds what matches', async () => {
  const repeated = Array.from({ length: 150 }, (_, at) => filled(at % 2 === 0 ? 'a ' : 'a a b '))
  const { token } = await boxWith('repeated', ['the red kite', ...repeated, 'the red fox'])
  const phrase = `"${'a '.repeat(90)}b"`
  const { block, pushes } = await everything(phrase, token)
  expect(pushes).toEqual([])
  expect(block).toBeLessThan(mostBlocked)
  const kites = await everything('"the red"', token)
  expect(kites.pushes.map(({ body }) => body)).toEqual(['the red fox', 'the red kite'])
  await server.app.indexer.idle()
  const indexed = await everything(phrase, token)
  expect([indexed.pushes, indexed.block < mostBlocked]).toEqual([[], true])
})

test('long texts that are not indexed yet let others have their turn, and hide no other message', async () => {
  const long = Array.from({ length: 24 }, () => unspaced)
  const { token } = await boxWith('long', ['an early letter', ...long, 'a late letter'], hurried)
  const first = await longestBlock(() => search('letter', token, undefined, hurried))
  expect(first.result.body.pushes.map(({ body }: Json) => body)).toEqual(['a late letter'])
  expect(first.result.body).toMatchObject({ partial: true, cursor: expect.any(String) })
  expect(first.block).toBeLessThan(mostBlocked)
  const all = await everything('letter', token, hurried)
  expect(all.pushes.map(({ body }) => body)).toEqual(['a late letter', 'an early letter'])
  expect(all.block).toBeLessThan(mostBlocked)
  // Long texts are indexed even if they are few, so the next search reads none of them.
  const { block } = await longestBlock(() => hurried.app.indexer.idle())
  expect(block).toBeLessThan(1.5 * mostBlocked)
  const later = await search('letter', token, undefined, hurried)
  expect(later.body.pushes).toHaveLength(2)
  expect(later.body).not.toHaveProperty('partial')
})

test('filters for names over thousands of long names let others have their turn', async () => {
  const { owner, token } = await boxWith('names', ['hello'])
  const names = Array.from({ length: 4_000 }, (_, at) => `${'b a '.repeat(240)}${at}`)
  await server.app.db.write(async (tx) => {
    for (const [at, name] of names.entries())
      tx.send(
        `INSERT INTO contact (iden, owner, active, created, modified, name, email, email_normalized) VALUES ($1, $2, 1, $3, $3, $4, $5, $5)`,
        [`${owner}sc${at}`, owner, at + 1, name, `p${at}@example.net`],
      )
  })
  const filters = ['from', 'to', 'in'].flatMap((filter) => Array.from({ length: 10 }, (_, at) => `${filter}:"a b c${at}"`))
  for (const q of [filters.join(' '), 'in:a', `hello in:a -in ${filters.slice(0, 10).join(' ')}`]) {
    const { block, result } = await longestBlock(() => search(q, token))
    expect([q, result.status]).toEqual([q, 200])
    expect(block).toBeLessThan(mostBlocked)
  }
})

test('many searches at once share the turns with all others', async () => {
  const { token } = await boxWith(
    'many',
    Array.from({ length: 8 }, () => unspaced),
  )
  const { token: other } = await server.signUp('other@example.org')
  const { block } = await longestBlock(async () => {
    const searches = Array.from({ length: 20 }, () => search('"ก ข"', token))
    // It waits for none of these.
    expect((await search('anything', other)).status).toBe(200)
    await Promise.all(searches)
  })
  expect(block).toBeLessThan(1.5 * mostBlocked)
})

test('a beginning of words that fills the index is not looked up at once', async () => {
  const words = (push: number) => Array.from({ length: 9_000 }, (_, at) => `ab${(push * 9_000 + at).toString(36)}`).join(' ')
  const { token } = await boxWith('beginnings', ['about to find', ...Array.from({ length: 16 }, (_, push) => words(push)), 'abx'])
  server.app.indexer.isBehind((await server.request('/v2/users/me', { token })).body.iden)
  await server.app.indexer.idle()
  for (const q of ['ab', 'abz about', 'about -ab', 'find ab']) {
    const { block } = await everything(q, token)
    expect([q, block < mostBlocked, block]).toEqual([q, true, block])
  }
  expect((await everything('ab find', token)).pushes.map(({ body }) => body)).toEqual(['about to find'])
})
