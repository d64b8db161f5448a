import { testSessions } from '@waypost/client/session/test-sessions'
import type { Account, Push } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { openTestDesktop, type ShownNote, type TestDesktop } from '../desktop/test-desktop.ts'
import { describeMachine } from '../machine/machine.ts'
import { keepSignIn } from '../settings/settings.ts'
import { openTestMachine, type Run, type TestMachine } from '../test-cli.ts'

// For tests: an account with a companion on a desktop, and the notifications on that desktop.

export let server: TestServer
export let machine: TestMachine
export let desktop: TestDesktop
export let ana: { token: string; account: Account }
export let device: string
export let users = 0
export const sessions = testSessions(() => server.origin)

export function setUpServer(environment: Record<string, string> = {}): void {
  beforeAll(async () => {
    server = await startTestServer({ WAYPOST_PLANS: 'on', ...environment })
  })
  afterAll(() => server.close())
}

/** The account, the companion's settings and the desktop are new for each test. */
export function setUpDesktop(): void {
  beforeEach(async () => {
    machine = openTestMachine()
    desktop = await openTestDesktop()
    ana = await server.signUp(`ana${++users}@example.org`)
    vi.stubEnv('WAYPOST_SETTINGS', machine.settings)
    device = (await server.request('/v2/devices', { token: ana.token, body: describeMachine() })).body.iden
    keepSignIn({ server: server.origin, token: ana.token, account: { iden: ana.account.iden, email: ana.account.email }, device })
  })
  afterEach(async () => {
    sessions.closeAll()
    await machine.close()
    await desktop.close()
  })
}

export const push = async (body: object, token = ana.token): Promise<Push> =>
  (await server.request('/v2/pushes', { token, body: { type: 'note', ...body } })).body

export async function running(env: Record<string, string> = {}): Promise<Run> {
  const run = machine.start(['run', '--json'], { env: { ...desktop.env, ...env } })
  await run.shows(/"connected"/)
  return run
}

export const shown = (text: string): Promise<ShownNote> =>
  desktop.until(() => desktop.notes.find((note) => note.body.includes(text)))

export async function until(done: () => boolean): Promise<void> {
  await expect.poll(done).toBe(true)
}
