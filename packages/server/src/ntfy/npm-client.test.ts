// On the engines too: what is published with a file and a delay goes through the store, files and jobs.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, MessagePriority, NtfyClient, publish } from 'ntfy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { poll } from './test-ntfy.ts'

let server: TestServer
let alice: string
const folder = mkdtempSync(join(tmpdir(), 'waypost-ntfy-'))
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('the client of npm publishes with everything that it can', async () => {
  const sent = await publish({
    server: server.origin,
    topic: 'everything',
    authorization: alice,
    message: 'The door is open.',
    title: 'Door',
    priority: MessagePriority.HIGH,
    tags: ['door', 'warning'],
    iconURL: 'https://example.org/door.png',
    markdown: true,
    fileURL: { url: 'https://example.org/door.jpg', filename: 'picture.jpg' },
    disableFirebase: true,
    actions: [
      { type: 'view', label: 'Look', url: 'https://example.org/look', clear: true },
      { type: 'http', label: 'Close', url: 'https://example.org/close', method: 'PUT', headers: { 'X-Key': '1' } },
      { type: 'broadcast', label: 'Picture', extras: { cmd: 'pic' }, intent: 'org.example.PICTURE' },
    ],
  })
  expect(sent).toMatchObject({ event: 'message', topic: 'everything', message: 'The door is open.', title: 'Door', priority: 4 })
  const [message] = await poll(server, '/everything/json', { token: alice })
  expect(message).toEqual({
    id: sent.id,
    time: expect.any(Number),
    expires: expect.any(Number),
    event: 'message',
    topic: 'everything',
    title: 'Door',
    message: 'The door is open.',
    priority: 4,
    tags: ['door', 'warning'],
    icon: 'https://example.org/door.png',
    actions: [
      { id: expect.any(String), action: 'view', label: 'Look', clear: true, url: 'https://example.org/look' },
      {
        id: expect.any(String),
        action: 'http',
        label: 'Close',
        clear: false,
        url: 'https://example.org/close',
        method: 'PUT',
        headers: { 'X-Key': '1' },
      },
      {
        id: expect.any(String),
        action: 'broadcast',
        label: 'Picture',
        clear: false,
        extras: { cmd: 'pic' },
        intent: 'org.example.PICTURE',
      },
    ],
    attachment: { name: 'picture.jpg', url: 'https://example.org/door.jpg' },
    content_type: 'text/markdown',
  })
})

test('it uploads a file, with a password and with a delay', async () => {
  const path = join(folder, 'report.bin')
  const bytes = Buffer.from([0, 1, 2, 255])
  writeFileSync(path, bytes)
  const client = new NtfyClient({
    server: server.origin,
    authorization: { username: 'alice@example.org', password: 'a password for tests' },
  })
  const sent = await client.publish<Config & { fileAttachment: string }>({ fileAttachment: path, topic: 'files-of-npm' })
  const { attachment } = sent as unknown as { attachment: { url: string } }
  expect(attachment).toMatchObject({
    type: 'application/octet-stream',
    size: 4,
    url: expect.stringContaining(server.origin),
  })
  const file = await fetch(attachment.url)
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
  const later = await client.publish({ message: 'later', delay: '30m', topic: 'files-of-npm' })
  expect(later.time).toBeGreaterThan(Date.now() / 1_000 + 1_700)
  await expect(client.publish({ message: 'x', authorization: 'wrong', topic: 'files-of-npm' })).rejects.toThrow()
})
