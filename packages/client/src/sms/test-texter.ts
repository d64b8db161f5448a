import type { PhoneThread } from '@waypost/protocol'
import type { FileSource } from '../ground/platform.ts'
import { type Person, testSessions } from '../session/test-sessions.ts'
import { type TestPhone, testPhone, testTexts } from './test-phone.ts'

// For tests: people who text Dana with their phones.

export const dana = { name: 'Dana', address: '+15550100199' }
/** The only conversation of such a phone. */
export const threads: PhoneThread[] = [{ id: '7', recipients: [dana] }]
const mms = { has_sms: true, has_mms: true, app_version: 300 }

/** The test server, reduced to what the client package may import. */
interface Server {
  readonly origin: string
  signUp(email: string, name?: string): Promise<Person>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  request(path: string, options?: { token?: string }): Promise<{ body: any }>
}

export function testTexter(server: () => Server) {
  let people = 0
  const sessions = testSessions(() => server().origin)
  const texts = testTexts(sessions)
  return {
    open: sessions.open,
    started: sessions.started,
    textsOf: texts.open,
    textsOn: texts.on,
    async texter(fields: object = mms) {
      const person = await server().signUp(`sender-${++people}@example.org`, `Sender ${people}`)
      const phone = await testPhone(await sessions.started(person), fields)
      await phone.publish(threads, { 7: [] })
      return { person, phone }
    },
    async textsOnServer({ token }: Person): Promise<{ iden: string; data: Record<string, unknown> }[]> {
      return (await server().request('/v2/texts', { token })).body.texts
    },
    closeAll() {
      texts.closeAll()
      sessions.closeAll()
    },
  }
}

/** An SMS to Dana. */
export const draft = (phone: TestPhone, message: string, picture?: FileSource) => ({
  device: phone.device.iden,
  addresses: [dana.address],
  message,
  picture,
})
