// On the engines too: channels are counted and ranked in SQL.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChannelCategories, SupportAnswers } from '@waypost/protocol'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-directory-'))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ WAYPOST_DATA: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const directory = () => fetch(`${server.origin}/config/channels.json`)
const chosen = join(folder, 'channels.json')

test('API-069 GAP-057 without a choice the directory has one category, of the channels with the most followers', async () => {
  expect(await (await directory()).json()).toEqual([{ name: 'Featured', tags: [] }])
  const { token } = await server.signUp('owner@example.org')
  const other = await server.signUp('follower@example.org')
  for (const tag of ['alone', 'liked', 'loved']) await server.request('/v2/channels', { token, body: { tag, name: tag } })
  for (const channel_tag of ['liked', 'loved'])
    await server.request('/v2/subscriptions', { token: other.token, body: { channel_tag } })
  await server.request('/v2/subscriptions', { token, body: { channel_tag: 'loved' } })
  expect(await (await directory()).json()).toEqual([{ name: 'Featured', tags: ['loved', 'liked'] }])
})

test('API-069 who looks after the server chooses the categories; a damaged choice is an error, and no page', async () => {
  const categories = [{ name: 'Weather', image: '/img/weather.svg', tags: ['rain', 'snow'] }]
  writeFileSync(chosen, JSON.stringify(categories))
  expect(await (await directory()).json()).toEqual(categories)
  for (const damaged of ['{', '{}', '[{"name": 1}]', '[{"name": "a", "tags": ["x", 2]}]']) {
    writeFileSync(chosen, damaged)
    const answer = await directory()
    expect([answer.status, ((await answer.json()) as { error: { message: string } }).error.message]).toEqual([
      500,
      'The list of channels on this server is damaged.',
    ])
  }
  rmSync(chosen)
  expect(v.is(ChannelCategories, await (await directory()).json())).toBe(true)
})

test('API-070 API-112 the answers of the support page have names, tags and bodies, and no script', () => {
  const file = new URL('../../../web/public/img/support/support.json', import.meta.url)
  const answers = v.parse(SupportAnswers, JSON.parse(readFileSync(file, 'utf8')))
  expect(answers.length).toBeGreaterThan(5)
  for (const { name, tags, body } of answers) {
    expect([name, tags.length > 2, tags.every((tag) => tag === tag.toLowerCase())]).toEqual([name, true, true])
    expect(body.match(/<(\w+)/g)?.filter((tag) => !['<p', '<a', '<em'].includes(tag))).toEqual([])
  }
})
