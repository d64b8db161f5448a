import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstPushesPerConversation, type Push } from '@waypost/protocol'
import { describe, expect, test, vi } from 'vitest'
import { isLinux, type ShownNote, standIns } from '../desktop/test-desktop.ts'
import { changeCompanionSettings, keepSignIn } from '../settings/settings.ts'
import { openTestMachine } from '../test-cli.ts'
import {
  ana,
  desktop,
  device,
  machine,
  push,
  running,
  server,
  setUpDesktop,
  setUpServer,
  shown,
  until,
  users,
} from './test-notifications.ts'

setUpServer()

describe.runIf(isLinux)('on a Linux desktop', () => {
  setUpDesktop()

  const pushed = async (iden: string): Promise<Push> => (await server.request(`/v2/pushes/${iden}`, { token: ana.token })).body
  const gone = (note: ShownNote) => desktop.until(() => (desktop.notes.includes(note) ? undefined : true))

  test('GAP-068 a push is shown, closes when it is seen elsewhere, and is dismissed when it is closed', async () => {
    const browser = standIns({ browser: 'echo "$1" >> "$0.log"' })
    try {
      const bob = await server.signUp(`bob${users}@example.org`, 'Bob <b>')
      await push({ body: 'there before' })
      await running({ WAYPOST_BROWSER: join(browser.folder, 'browser') })
      await push({ body: 'from here', source_device_iden: device })
      const other = (await server.request('/v2/devices', { token: ana.token, body: { nickname: 'Phone' } })).body
      await push({ body: 'for the phone', device_iden: other.iden })
      const seen = await push({ body: 'a < b & c', email: ana.account.email, title: 'Look' }, bob.token)
      const note = await shown('a &lt; b')
      expect(note).toMatchObject({ app: 'Waypost', title: 'Bob <b>', body: 'Look\na &lt; b &amp; c' })
      await server.request(`/v2/pushes/${await incoming('a < b & c')}`, { token: ana.token, body: { dismissed: true } })
      await gone(note)
      expect(seen.direction).toBe('outgoing')

      const closed = await push({ body: 'close me', source_device_iden: other.iden })
      const second = await shown('close me')
      expect(second.title).toBe('Phone')
      desktop.dismiss(second)
      await expect.poll(async () => (await pushed(closed.iden)).dismissed).toBe(true)

      const link = await push({ type: 'link', url: 'https://example.org/a?b=1&c=2', device_iden: device })
      desktop.press(await shown('https://example.org'), 'default')
      await expect.poll(() => existsSync(join(browser.folder, 'browser.log'))).toBe(true)
      expect(readFileSync(join(browser.folder, 'browser.log'), 'utf8')).toBe('https://example.org/a?b=1&c=2\n')
      await expect.poll(async () => (await pushed(link.iden)).dismissed).toBe(true)

      // A link that could start a program opens its conversation instead.
      await push({ type: 'link', url: 'file:///etc/passwd', title: 'trap' })
      desktop.press(await shown('trap'), 'default')
      await expect
        .poll(() => readFileSync(join(browser.folder, 'browser.log'), 'utf8').split('\n')[1])
        .toBe(`${server.origin}/#people/me`)

      const faded = await push({ body: 'fades' })
      desktop.expire(await shown('fades'))
      const deleted = await push({ body: 'is deleted' })
      const last = await shown('is deleted')
      await server.request(`/v2/pushes/${deleted.iden}`, { token: ana.token, method: 'DELETE' })
      await gone(last)
      expect((await pushed(faded.iden)).dismissed).toBe(false)
      expect(desktop.notes).toEqual([])
    } finally {
      browser.close()
    }
  })

  test('a message of a source shows its labels, its buttons work, and quiet hours hold it back', async () => {
    const source = (await server.request('/v2/sources', { token: ana.token, body: { name: 'Backup' } })).body
    await running()
    const actions = [{ action: 'answer', label: 'Thanks' }]
    const fields = { source_iden: source.iden, title: 'Done', body: '12 GB', labels: ['tada', 'nightly'], priority: 5, actions }
    const sent = await push(fields)
    const note = await shown('12 GB')
    expect(note).toMatchObject({ title: 'Backup', body: '🎉 Done\n12 GB\nnightly' })
    desktop.press(note, sent.actions?.[0]?.id ?? '')
    await expect.poll(async () => (await pushed(sent.iden)).press?.label).toBe('Thanks')

    const always = {
      on: true,
      zone: 'UTC',
      spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
      breaks_through: 5,
    }
    await server.request(`/v2/sources/${source.iden}`, { token: ana.token, body: { quiet_hours: always } })
    await push({ source_iden: source.iden, body: 'held back' })
    await push({ source_iden: source.iden, body: 'breaks through', priority: 5 })
    await shown('breaks through')
    expect(desktop.notes.map(({ body }) => body)).toEqual(['breaks through'])
  })

  test('nothing is missed or shown twice while new settings take effect', async () => {
    const run = await running()
    let taken = false
    const restarted = run.shows(/have changed(.*\n)+?.*"ready"/).then(() => {
      taken = true
    })
    changeCompanionSettings({ folders: [machine.settings] })
    const bodies: string[] = []
    // Clients catch up on a limited number of pushes, which a slow machine could exceed.
    while (!taken && bodies.length < firstPushesPerConversation - 1) {
      bodies.push(`push ${bodies.length}.`)
      await push({ body: bodies.at(-1) })
    }
    await restarted
    bodies.push('the last')
    await push({ body: 'the last' })
    await shown('the last')
    await until(() => desktop.notes.length >= bodies.length)
    expect(desktop.notes.map(({ body }) => body).sort()).toEqual(bodies.sort())
  })

  /** The account's own copy of a push that another person sent. */
  async function incoming(body: string): Promise<string> {
    const { pushes } = (await server.request('/v2/pushes', { token: ana.token })).body
    return pushes.find((row: Push) => row.body === body && row.direction === 'incoming').iden
  }
})

test.runIf(isLinux)('without a desktop this is logged, and the rest runs', async () => {
  const headless = openTestMachine()
  try {
    vi.stubEnv('WAYPOST_SETTINGS', headless.settings)
    const { token, account } = await server.signUp('eve@example.org')
    keepSignIn({ server: server.origin, token, account: { iden: account.iden, email: account.email } })
    const environment = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', XDG_RUNTIME_DIR: '', DISPLAY: '', WAYLAND_DISPLAY: '' }
    const run = headless.start(['run'], { env: environment })
    await run.shows(/Notifications cannot be shown: the desktop session cannot be reached \(.*\)\.\n/)
    await run.shows(/Connected/)
    run.signal('SIGINT')
    expect(await run.ended).toMatchObject({ code: 0, stderr: '' })
  } finally {
    await headless.close()
  }
})
