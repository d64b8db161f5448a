import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { ask, next, pair, request, run, setUpPhonesStage, stage } from './test-phones-stage.ts'

setUpPhonesStage()

const isConnected = (connected: boolean) =>
  vi.waitFor(async () => expect((await request('list')).phones[0]?.is_connected).toBe(connected))
const fileNames = async (): Promise<string[]> =>
  (await ask('/v2/pushes')).pushes.map(({ file_name }: { file_name?: string }) => file_name)

test('a file whose phone vanishes in the middle becomes no push, and the next one does', async () => {
  await run()
  await pair()
  await stage.phone.next('notification.request')
  const { phone } = stage
  await phone.sendPayload('share.request', { filename: 'half.bin' }, randomBytes(1_000_000), 1_000_000, true)
  await vi.waitFor(() => expect(stage.logLines.join()).toContain('Something that the phone shared could not be sent'))
  await isConnected(true)
  await vi.waitFor(() => expect(phone.tls).toBeDefined())
  await phone.sendPayload('share.request', { filename: 'whole.bin' }, randomBytes(1_000))
  await vi.waitFor(async () => expect(await fileNames()).toEqual(['whole.bin']))
})

test('a file to a phone that vanishes before it has it is handed over when the phone is back', async () => {
  await run()
  const iden = await pair()
  const { phone } = stage
  await phone.next('notification.request')
  const bytes = randomBytes(300_000)
  const server = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const file = { type: 'file', file_name: 'a.bin', file_type: 'x/y', file_url: `http://127.0.0.1:${port}/a.bin` }
  phone.leavesAtFile = true
  await ask('/v2/pushes', { ...file, device_iden: iden, source_device_iden: stage.companion })
  await phone.next('share.request')
  await vi.waitFor(() => expect(phone.files.get('a.bin')?.equals(bytes)).toBe(true))
  server.close()
})

test('pings of a phone that floods are dropped beyond a limit, and the next one is shown', async () => {
  await run()
  await pair()
  await stage.phone.next('notification.request')
  for (let index = 0; index < 3_000; index++) stage.phone.send('ping', { message: `ping ${index}` })
  expect((await next('mirror')).package_name).toBe('waypost.pings')
  // Resent until one is within the rate limit again.
  const shown = () => {
    const isShown = stage.ephemerals.some(({ body }) => body === 'last')
    if (!isShown) stage.phone.send('ping', { message: 'last' })
    expect(isShown).toBe(true)
  }
  await vi.waitFor(shown, { interval: 500 })
  expect(stage.ephemerals.filter(({ type }) => type === 'mirror').length).toBeLessThan(1_000)
})
