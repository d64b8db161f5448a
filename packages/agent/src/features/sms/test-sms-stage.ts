import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session, SessionOptions } from '@waypost/client'
import { type Person, type TestSessions, testSessions } from '@waypost/client/session/test-sessions'
import { type PhoneThread, type Text, type ThreadMessage, threadKey, threadsKey } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { openGammu } from '../../phone/gammu.ts'
import type { Phone } from '../../phone/phone.ts'
import { openTestModem, type TestModem } from '../../phone/test-modem.ts'
import type { Feature } from '../feature.ts'
import { smsFeature } from './sms.ts'

// For tests: a server, and an account with a phone.

interface SmsStage {
  server: TestServer
  sessions: TestSessions
  modem: TestModem
  ana: Person
  device: string
  /** The companion's folder. */
  data: string
  logLines: string[]
}

export const stage = {} as SmsStage
const running: { answer: Feature; phone: Phone }[] = []
let users = 0

export function setUpSmsStage(): void {
  beforeAll(async () => {
    stage.server = await startTestServer()
    stage.sessions = testSessions(() => stage.server.origin)
  })
  afterAll(() => stage.server.close())
  beforeEach(async () => {
    stage.ana = await stage.server.signUp(`ana${++users}@example.org`)
    stage.device = (await ask('/v2/devices', { nickname: 'Modem', type: 'linux', has_sms: true, app_version: 256 })).iden
    stage.data = mkdtempSync(join(tmpdir(), 'waypost-phone-'))
    stage.modem = openTestModem()
    stage.logLines = []
  })
  afterEach(async () => {
    await stop()
    stage.sessions.closeAll()
    await stage.modem.close()
    rmSync(stage.data, { recursive: true, force: true })
  })
}

/** Runs the SMS feature over the modem or another phone. @param pause between attempts, in milliseconds */
export async function run(other?: Phone, options: Partial<SessionOptions> = {}, pause = 200): Promise<Session> {
  const { sessions, ana, device, modem, data, logLines } = stage
  const session = await sessions.started(ana, { sourceDevice: () => device, ...options })
  const log = (line: string) => void logLines.push(line)
  const contacts = join(data, 'contacts.vcf')
  const phone = other ?? openGammu({ config: modem.config, folder: data, contacts, log, every: 100 })
  const answer = smsFeature({ session, device, log, phone, pause })
  running.push({ answer, phone })
  await answer.start()
  return session
}

export async function stop(): Promise<void> {
  for (const { answer, phone } of running.splice(0)) {
    await answer.close()
    await phone.close()
  }
}

export const ask = async (path: string, body?: object) =>
  (await stage.server.request(path, { token: stage.ana.token, ...(body && { body }) })).body

export function create(fields: object, more: object = {}): Promise<Text> {
  const data = { target_device_iden: stage.device, addresses: ['+1 555 0100'], message: 'hello', ...fields }
  return ask('/v3/create-text', { data, ...more })
}

export async function statusOf({ iden }: Text): Promise<string | undefined> {
  const { texts } = await ask('/v2/texts')
  return texts.find((text: Text) => text.iden === iden)?.data?.status
}

export const becomes = (text: Text, status: string) => eventually(async () => expect(await statusOf(text)).toBe(status))
export const eventually = (look: () => unknown) => vi.waitFor(look, { interval: 50 })

export const threadsOf = async (): Promise<PhoneThread[]> =>
  (await ask('/v3/get-permanent', { key: threadsKey(stage.device) })).data.threads ?? []
export const messagesOf = async (thread: string): Promise<ThreadMessage[]> =>
  (await ask('/v3/get-permanent', { key: threadKey(stage.device, thread) })).data.thread ?? []
