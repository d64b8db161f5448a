import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test, vi } from 'vitest'
import { allPushes, call, programs, signUp } from '../test-program.ts'
import type { Json } from '../test-server.ts'

// Once the server has stopped, no file in the data folder contains anything that people deleted.

const { root, run, close } = programs()
afterAll(close)

const environment = { WAYPOST_RATE_LIMIT: 'off', WAYPOST_LOG: 'silent' }

const newWord = () => `word${randomBytes(9).toString('hex')}`
const newWords = (count: number) => Array.from({ length: count }, newWord)

function readable(folder: string, words: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const contents = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1').toLowerCase())
  // The index omits a prefix that a word shares with the previous one.
  return words.filter((word) => contents.some((content) => content.includes(word.slice(-12))))
}

/** Makes calls with limited concurrency, so that the order differs from that of the rows. */
async function each<T>(items: readonly T[], work: (item: T, index: number) => Promise<unknown>): Promise<void> {
  const waiting = items.map((item, index) => () => work(item, index))
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next()
    }),
  )
}

test('nothing that was deleted or replaced can be read in the data folder after a clean stop', async () => {
  const folder = join(root, 'deleted')
  const first = run('deleted', environment)
  const origin = await first.ready
  const token = await signUp(origin)
  const receiver = await signUp(origin, 'b@example.org')
  const texts = newWords(240)
  const [before, after, kept] = [newWords(40), newWords(40), newWords(40)]
  const idens: string[] = []
  const push = async (words: string, more: object = {}) => {
    const { body } = await call(origin, '/v2/pushes', token, { type: 'note', body: words, ...more })
    return body.iden as string
  }
  await each(texts, async (word, index) => {
    // Some take several pages.
    const body = `${word} ${'and more '.repeat(index % 5 === 0 ? 400 : index % 17)}`
    idens[index] = await push(body, { title: `About ${word}`, ...(index % 3 === 0 && { email: 'b@example.org' }) })
  })
  const edited: string[] = []
  await each(before, async (word, index) => {
    edited[index] = await push(`${word} ${'and more '.repeat(index * 10)}`)
  })
  // The last changes of a box are not indexed while they are few and short. These are long, so all earlier ones are indexed.
  await each(kept, (word) => push(`${word} ${'and more '.repeat(700)}`))

  // The index takes in what a server finds when it starts.
  first.child.kill('SIGTERM')
  await first.exited
  const second = run('deleted', environment)
  const now = await second.ready
  const count = (table: string) => {
    const db = new DatabaseSync(join(folder, 'waypost.db'), { readOnly: true })
    const { count } = db.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get() as { count: number }
    db.close()
    return count
  }
  await vi.waitFor(() => expect(count('push_search_content')).toBeGreaterThanOrEqual(texts.length + before.length))

  const ask = async (path: string, body?: object, method = body ? 'POST' : 'GET', by = token) => {
    const response = await fetch(now + path, {
      method,
      headers: { 'access-token': by },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as Json
  }
  const [name, draft, waiting, device, channel, person] = newWords(6) as [string, string, string, string, string, string]
  const contact = await ask('/v2/contacts', { name: `Max ${name}`, email: 'max@example.org' })
  const leaving = await signUp(now, 'c@example.org', `Person ${person}`)
  for (let count = 0; count < 30; count++) await ask('/v2/pushes', { type: 'note', body: `${person} ${count}` }, 'POST', leaving)
  const made = {
    chats: await ask('/v2/chats', { email: 'c@example.org' }),
    devices: await ask('/v2/devices', { nickname: `Phone ${device}`, model: device }),
    channels: await ask('/v2/channels', { tag: `tag${channel.slice(0, 12)}`, name: channel, description: channel }),
  }
  await ask('/v2/drafts', { conversation: 'self', body: draft, writer: 'test' })
  await ask('/v2/drafts', { conversation: 'self', writer: 'test' })
  const scheduled = await ask('/v2/pushes', { type: 'note', body: waiting, send_at: Date.now() / 1_000 + 3_600 })

  await each(edited, (iden, index) => ask(`/v2/pushes/${iden}`, { body: after[index] }))
  await each(idens, (iden) => ask(`/v2/pushes/${iden}`, undefined, 'DELETE'))
  await ask(`/v2/pushes/${scheduled.iden}`, undefined, 'DELETE')
  await ask(`/v2/contacts/${contact.iden}`, undefined, 'DELETE')
  for (const [kind, { iden }] of Object.entries(made)) await ask(`/v2/${kind}/${iden}`, undefined, 'DELETE')
  for (const { iden } of await allPushes(now, receiver)) await ask(`/v2/pushes/${iden}`, undefined, 'DELETE', receiver)
  await ask('/v2/users/me', undefined, 'DELETE', leaving)
  await vi.waitFor(() => expect(count('box')).toBe(2))
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
  expect(readdirSync(folder).filter((file) => file.endsWith('-wal'))).toEqual([])
  expect(readable(folder, [...kept, ...after])).toEqual([...kept, ...after])
  expect(readable(folder, [...texts, ...before])).toEqual([])
  expect(readable(folder, [name, waiting, draft, device, channel, person])).toEqual([])
})
