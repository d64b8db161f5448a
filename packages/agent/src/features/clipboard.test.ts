import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@waypost/client'
import { testSessions } from '@waypost/client/session/test-sessions'
import { type Account, ephemeralBytes } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openClipboard } from '../desktop/clipboard.ts'
import { standIns } from '../desktop/test-desktop.ts'
import { clipboardFeature } from './clipboard.ts'
import type { Feature } from './feature.ts'

let server: TestServer
let ana: { token: string; account: Account }
let phone: Session
let clips: Record<string, unknown>[]
let programs: ReturnType<typeof standIns>
let lines: string[]
const begun: Feature[] = []
const sessions = testSessions(() => server.origin)
let users = 0

/** An `xclip` whose clipboard is a file, with the formats of the copied data in a second file. */
const xclip = `
here=$(dirname "$0")
case "$*" in
  *-i*) cat > "$here/clip.new" && mv "$here/clip.new" "$here/clip"; echo x >> "$here/writes" ;;
  *TARGETS*) cat "$here/kinds" 2>/dev/null ;;
  *) echo x >> "$here/looks"; cat "$here/clip" 2>/dev/null || exit 1 ;;
esac`

beforeAll(async () => {
  server = await startTestServer({ WAYPOST_PLANS: 'on' })
})
afterAll(() => server.close())
beforeEach(async () => {
  programs = standIns({ xclip })
  vi.stubEnv('PATH', programs.env.PATH)
  ana = await server.signUp(`ana${++users}@example.org`)
  phone = await sessions.started(ana)
  clips = []
  phone.onEphemeral((ephemeral) => {
    if (ephemeral.type === 'clip') clips.push(ephemeral)
  })
  lines = []
})
afterEach(async () => {
  await Promise.all(begun.splice(0).map((answer) => answer.close()))
  sessions.closeAll()
  programs.close()
})

const clipFile = () => join(programs.folder, 'clip')
/** Atomically, like a clipboard: a concurrent reader gets the old text or the new one, never a mix. */
function copy(text: string): void {
  writeFileSync(`${clipFile()}.copied`, text)
  renameSync(`${clipFile()}.copied`, clipFile())
}
const pasted = () => (existsSync(clipFile()) ? readFileSync(clipFile(), 'utf8') : undefined)
const writes = () => linesIn('writes')
const linesIn = (name: string) => {
  const file = join(programs.folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8').length / 2 : 0
}

/** Resolves once the current clipboard has been polled and handled. */
async function looked(): Promise<void> {
  const before = linesIn('looks')
  await expect.poll(() => linesIn('looks')).toBeGreaterThan(before + 1)
}

const pay = () =>
  server.request('/v3/upgrade-pro', { token: ana.token, body: { token_id: `tok_test_${users}`, plan_id: 'yearly' } })

const clipboardHere = () => openClipboard({ DISPLAY: ':1' }, 'linux', 50)

async function begin(): Promise<Session> {
  const clipboard = clipboardHere()
  const session = await sessions.started(ana)
  const answer = clipboardFeature({ session, device: 'laptop', clipboard, log: (line) => lines.push(line) })
  begun.push(answer)
  await answer.start()
  return session
}

test('GAP-068 PRO-008 text is pasted in both directions and not sent back', async () => {
  await pay()
  await phone.refreshAccount()
  copy('there before')
  await begin()
  const user = { source_user_iden: ana.account.iden }
  await phone.sendEphemeral({ type: 'clip', body: 'from the phone\r\n', ...user, source_device_iden: 'phone' })
  await expect.poll(pasted).toBe('from the phone\r\n')
  await looked()

  copy('from here, 世界\n')
  await expect.poll(() => clips.length).toBe(2)
  expect(clips[1]).toEqual({ type: 'clip', body: 'from here, 世界\n', ...user, source_device_iden: 'laptop' })

  // Its own text comes back over the stream, and another program changes the line endings.
  await phone.sendEphemeral({ type: 'clip', body: 'from here, 世界', ...user, source_device_iden: 'phone' })
  // A password manager marks this text as secret.
  writeFileSync(join(programs.folder, 'kinds'), 'UTF8_STRING\nx-kde-passwordManagerHint\n')
  copy('hunter2')
  await looked()
  // Nothing else is pasted either: a late copy of its own text, an empty text, and other messages.
  for (const other of [
    { body: 5 },
    { body: '' },
    { body: 'earlier', source_device_iden: 'laptop' },
    { type: 'mirror', body: 'note' },
  ])
    await phone.sendEphemeral({ type: 'clip', ...user, source_device_iden: 'phone', ...other })
  await phone.sendEphemeral({ type: 'clip', body: 'last', ...user, source_device_iden: 'phone' })
  await expect.poll(pasted).toBe('last')
  writeFileSync(join(programs.folder, 'kinds'), 'UTF8_STRING\n')
  copy('x'.repeat(ephemeralBytes))
  await expect.poll(() => lines).toEqual(['The copied text is too long to share: at most 367 kB.'])
  const fromHere = clips.filter(({ source_device_iden: from }) => from === 'laptop').map(({ body }) => body)
  expect(fromHere).toEqual(['from here, 世界\n', 'earlier'])
  expect(writes()).toBe(2)
})

test('GAP-068 PRO-008 a free account is told once that it is part of Pro; it starts and ends with Pro', async () => {
  const told = 'Universal copy and paste is part of Pro. It starts automatically when your account has Pro.'
  const session = await begin()
  expect(lines).toEqual([told])
  const refreshed = session.$account.get()
  await session.refreshAccount()
  expect(session.$account.get()).not.toBe(refreshed)
  await phone.sendEphemeral({ type: 'clip', body: 'ignored', source_device_iden: 'phone' })
  await pay()
  await expect
    .poll(
      async () => {
        await phone.sendEphemeral({ type: 'clip', body: 'paid for', source_device_iden: 'phone' })
        return pasted()
      },
      { interval: 200 },
    )
    .toBe('paid for')
  expect(lines).toEqual([told])

  await server.request('/v3/downgrade-pro', { token: ana.token, method: 'POST' })
  const { body } = await server.request('/v2/users/me', { token: ana.token })
  await server.app.jobs.processAll((body.pro_until + 1) * 1e6)
  await expect.poll(() => lines).toEqual([told, told])
  const heard = vi.fn()
  session.onEphemeral(heard)
  await phone.sendEphemeral({ type: 'clip', body: 'too late', source_device_iden: 'phone' })
  await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0)
  const found: string[] = []
  const stop = clipboardHere().watch((text) => found.push(text))
  await looked()
  for (const text of ['not read', 'nor this']) {
    copy(text)
    await expect.poll(() => found).toContain(text)
  }
  stop()
  await begun[0]?.close()
  expect(writes()).toBe(1)
  expect(clips.map(({ body }) => body)).not.toContain('not read')
})

test.each([
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 'install the package wl-clipboard'],
  [{ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0', XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }, 'linux', 'install the package xclip'],
  [{}, 'linux', 'there is no desktop session here'],
  [{}, 'android', 'pkg install termux-api'],
] as const)('without a clipboard (%j, %s) the log says what to do', (environment, type, sentence) => {
  vi.stubEnv('PATH', '')
  expect(() => openClipboard(environment, type)).toThrow(sentence)
})
