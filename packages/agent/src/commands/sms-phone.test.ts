import { testSessions } from '@waypost/client/session/test-sessions'
import { createDevice, type Device } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDevice } from './sms-phone.ts'

let server: TestServer
const { started, closeAll } = testSessions(() => server.origin)

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  closeAll()
  await server.close()
})

test('the phone is the first one with SMS, or the one with the given name or iden', async () => {
  const session = await started(await server.signUp('ana@example.org'))
  const add = (nickname: string, has_sms = true): Promise<Device> => session.call(createDevice, { nickname, has_sms })
  await expect(findDevice(session, undefined)).rejects.toThrow('None of your devices sends text messages.')
  await add('Laptop', false)
  await expect(findDevice(session, 'Laptop')).rejects.toThrow('None of your devices sends text messages.')

  const [pixel, nokia] = [await add('Pixel'), await add('Nokia')]
  expect([pixel.iden, nokia.iden]).toContain((await findDevice(session, undefined)).iden)
  expect((await findDevice(session, ' nokia ')).iden).toBe(nokia.iden)
  expect((await findDevice(session, ` ${pixel.iden} `)).iden).toBe(pixel.iden)
  await expect(findDevice(session, 'Laptop')).rejects.toThrow('There is no phone called "Laptop".')

  await add('Pixel')
  await expect(findDevice(session, 'Pixel')).rejects.toThrow('Several phones are called "Pixel".')
  expect((await findDevice(session, pixel.iden)).iden).toBe(pixel.iden)
})
