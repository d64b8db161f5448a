import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ephemeral, Session } from '@waypost/client'
import { type Person, type TestSessions, testSessions } from '@waypost/client/session/test-sessions'
import type { PhoneReport, PhoneRequest } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { StandInPhone } from '../../phone/kdeconnect/stand-in-phone.ts'
import { loopbackAddresses } from '../../phone/kdeconnect/test-loopback.ts'
import type { Feature } from '../feature.ts'
import { phonesFeature } from './phones.ts'

// For tests: a server, an account with a companion and another device, and a stand-in phone on the companion's network.

interface PhonesStage {
  server: TestServer
  sessions: TestSessions
  ana: Person
  companion: string
  /** The session of the companion that runs. */
  session: Session
  host: string
  phone: StandInPhone
  /** Another device of the account. */
  other: Session
  /** The ephemerals the other device received, oldest first. */
  ephemerals: Ephemeral[]
  logLines: string[]
  folder: string
}

export const stage = {} as PhonesStage
const running: Feature[] = []
let users = 0

export function setUpPhonesStage(): void {
  beforeAll(async () => {
    stage.server = await startTestServer({ WAYPOST_PLANS: 'on' })
    stage.sessions = testSessions(() => stage.server.origin)
  })
  afterAll(() => stage.server.close())
  beforeEach(async () => {
    stage.ana = await stage.server.signUp(`ana${++users}@example.org`)
    stage.companion = (await ask('/v2/devices', { nickname: 'Desk', type: 'linux' })).iden
    stage.folder = mkdtempSync(join(tmpdir(), 'waypost-phones-'))
    stage.logLines = []
    stage.ephemerals = []
    const [host = '', phoneHost = ''] = loopbackAddresses(2)
    stage.host = host
    stage.phone = new StandInPhone({ host: phoneHost })
    await stage.phone.start()
    stage.other = await stage.sessions.started(stage.ana)
    stage.other.onEphemeral((ephemeral) => void stage.ephemerals.push(ephemeral))
  })
  afterEach(async () => {
    await stop()
    stage.phone.close()
    stage.sessions.closeAll()
    rmSync(stage.folder, { recursive: true, force: true })
  })
}

/** Runs the companion's feature. @param password the end-to-end password of its session */
export async function run(password?: string): Promise<void> {
  const session = await stage.sessions.started(stage.ana, { sourceDevice: () => stage.companion })
  if (password !== undefined) await session.encryption.setPassword(password)
  stage.session = session
  const feature = phonesFeature({
    session,
    device: stage.companion,
    log: (line) => void stage.logLines.push(line),
    folder: stage.folder,
    keyFingerprint: undefined,
    clipboard: true,
    host: stage.host,
    every: { finding: 200, away: 300 },
    permittedWithin: 400,
  })
  running.push(feature)
  await feature.start()
}

export async function stop(): Promise<void> {
  for (const feature of running.splice(0)) await feature.close()
}

export const ask = async (path: string, body?: object) =>
  (await stage.server.request(path, { token: stage.ana.token, ...(body && { body }) })).body

/** Sends a request to the companion, and returns its response. */
export async function request(action: PhoneRequest['action'], more: object = {}): Promise<PhoneReport> {
  const guid = crypto.randomUUID()
  await stage.other.sendEphemeral({
    type: 'phone_request',
    source_user_iden: '',
    target_device_iden: stage.companion,
    guid,
    action,
    ...more,
  })
  return vi.waitFor(() => {
    const found = stage.ephemerals.find((ephemeral) => ephemeral.type === 'phone_report' && ephemeral.guid === guid)
    if (!found) throw new Error('There is no answer.')
    return found as unknown as PhoneReport
  })
}

/** Waits for the next ephemeral of a type. */
export const next = (type: string): Promise<Ephemeral> =>
  vi.waitFor(() => {
    const at = stage.ephemerals.findIndex((ephemeral) => ephemeral.type === type)
    if (at < 0) throw new Error(`There is no ${type}.`)
    return stage.ephemerals.splice(at, 1)[0] as Ephemeral
  })

/** Pairs the phone through requests, and returns the iden of its device. */
export async function pair(): Promise<string> {
  const { phone, host } = stage
  await request('find')
  phone.announce(host)
  await phone.linked()
  phone.ask()
  await vi.waitFor(async () => {
    const [found] = (await request('list')).phones
    expect(found).toMatchObject({ id: phone.deviceId, name: 'Pixel', state: 'asked', code: phone.code })
  })
  expect((await request('accept', { phone: phone.deviceId })).error).toBeUndefined()
  const iden = await vi.waitFor(async () => {
    const known = (await request('list')).phones[0]?.device_iden
    if (known === undefined) throw new Error('It has no device.')
    return known
  })
  // It announces itself once everything else is ready to answer.
  await vi.waitFor(() => expect(stage.ephemerals).toContainEqual({ type: 'pong', device_iden: iden }))
  return iden
}
