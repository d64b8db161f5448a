import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDevice, type PhoneThread } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { openRemoteFiles } from '../remote-files/remote-files.ts'
import { openSms } from '../sms/sms.ts'
import { testPhone } from '../sms/test-phone.ts'
import { testSessions } from './test-sessions.ts'

let server: TestServer
let people = 0
const data = mkdtempSync(join(tmpdir(), 'waypost-at-rest-'))
const { started, closeAll } = testSessions(() => server.origin)

beforeAll(async () => {
  server = await startTestServer({ WAYPOST_DATA: data })
})
afterEach(closeAll)
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

/** The database with its log, files, mail. */
function written(folder = data): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return written(path)
      return statSync(path).isFile() ? readFileSync(path, 'latin1') : ''
    })
    .join('\n')
}

/** A phone with a conversation, a phone book and an SMS to send, and a machine with a folder; all of one account with this password. */
async function everyFeature(password: string, word: string) {
  const person = await server.signUp(`person-${++people}@example.org`, 'Person')
  const frames: string[] = []
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${person.token}`)
  socket.onmessage = ({ data }) => frames.push(String(data))
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  const [here, there, phoneSession] = [await started(person), await started(person), await started(person)]
  for (const { encryption } of [here, there, phoneSession]) await encryption.setPassword(password)

  const dana = { name: `Dana ${word}`, address: '+15550100199' }
  const threads: PhoneThread[] = [{ id: '7', recipients: [dana] }]
  const message = { id: '1', timestamp: 1, direction: 'incoming' as const, body: `come home ${word}` }
  const phone = await testPhone(phoneSession, { has_sms: true, app_version: 300 })
  await phone.publish(threads, { 7: [message] })
  await phone.publishPhonebook([{ name: `Mother ${word}`, phone: '1' }])
  const texts = openSms(here, { saved: inMemoryStore() })
  const thread = texts.thread(phone.device.iden, '7')
  await until(thread, ({ items }) => items.some(({ body }) => body === `come home ${word}`))
  texts.send({ device: phone.device.iden, addresses: [dana.address], message: `on my way ${word}` })
  const textOf = async () => (await server.request('/v2/texts', { token: person.token })).body.texts.length
  await expect.poll(textOf).toBe(1)

  const fingerprint = await there.encryption.fingerprint()
  const { iden } = await there.call(createDevice, {
    nickname: 'Laptop',
    remote_files: 'enabled',
    ...(fingerprint !== undefined && { key_fingerprint: fingerprint }),
  })
  there.onEphemeral(({ type, target_device_iden, guid, path }) => {
    if (type !== 'remote_directory_request' || target_device_iden !== iden) return
    const contents = [{ name: `diary ${word}`, path: `~/letters/diary ${word}` }]
    void there.sendEphemeral({ type: 'remote_directory', source_device_iden: iden, guid, path, contents })
  })
  const files = openRemoteFiles(here, { saved: inMemoryStore() })
  files.folders.open(iden, `~/letters ${word}`)
  await until(files.folders.view(iden), ({ folder }) => folder?.files[0]?.name === `diary ${word}`)
  await here.sendEphemeral({ type: 'mirror', title: 'Bank', body: `your code ${word}` })
  const passed = () => frames.filter((frame) => /mirror|ciphertext/.test(frame) && !frame.includes('tickle')).length
  await expect.poll(passed).toBeGreaterThanOrEqual(password === '' ? 1 : 3)
  texts.close()
  files.close()
  socket.close()
  return frames.join('\n')
}

test('E2E-001 E2E-007 E2E-008 API-051 GAP-048 with a password, SMS, threads, phone book, mirrors and remote files are neither stored nor relayed unencrypted', async () => {
  // Without a password the same words can be read, so this test would find them.
  const clear = await everyFeature('', 'xylophone')
  for (const words of ['letters xylophone', 'diary xylophone', 'your code xylophone']) expect(clear).toContain(words)
  for (const words of ['come home xylophone', 'on my way xylophone', 'Dana xylophone', 'Mother xylophone'])
    expect(written()).toContain(words)
  const frames = await everyFeature('correct horse', 'marmalade')
  expect(frames).toContain('ciphertext')
  expect(frames).not.toContain('marmalade')
  expect(written()).not.toContain('marmalade')
  expect(written() + frames).not.toContain('correct horse')
})
