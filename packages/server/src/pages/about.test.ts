import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

const data = mkdtempSync(join(tmpdir(), 'waypost-about-'))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ WAYPOST_DATA: data, WAYPOST_LOG: 'silent' })
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

const file = join(data, 'about.json')
const ask = () => server.request('/config/about.json')

test('SUPPORT-018 GAP-081 the people behind a server come from a file in its data folder, and are none without one', async () => {
  expect((await ask()).body).toEqual([])
  const people = [
    { name: 'Ana', image: '/files/ana.png', about: 'Began it.' },
    { name: 'Bo', image: 'https://example.org/bo.png' },
  ]
  writeFileSync(file, JSON.stringify(people))
  expect((await ask()).body).toEqual(people)
  for (const damaged of ['{', '{}', '[{"name":"Ana"}]']) {
    writeFileSync(file, damaged)
    const answer = await ask()
    expect([answer.status, answer.body.error.message]).toEqual([500, 'The list of people on this server is damaged.'])
  }
})
