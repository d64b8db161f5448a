import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@waypost/client'
import { ephemeralBytes, mutedAppsPreference } from '@waypost/protocol'
import { describe, expect, test, vi } from 'vitest'
import { openAgent } from '../agent.ts'
import { hasRealBus, isLinux } from '../desktop/test-desktop.ts'
import { defaultCompanionSettings } from '../settings/companion-settings.ts'
import { changeCompanionSettings } from '../settings/settings.ts'
import {
  ana,
  desktop,
  device,
  machine,
  push,
  running,
  server,
  sessions,
  setUpDesktop,
  setUpServer,
  shown,
  until,
} from './test-notifications.ts'

setUpServer()

const phoneNote = {
  type: 'mirror',
  source_device_iden: 'phone',
  package_name: 'com.example.chat',
  notification_id: 7,
  notification_tag: null,
  application_name: 'Chat',
  title: 'Cy',
  body: 'Lunch?',
  actions: [{ label: 'Like', trigger_key: 'com.example.chat_like' }],
}

describe.runIf(isLinux)('on a Linux desktop', () => {
  setUpDesktop()

  test.runIf(hasRealBus)('a service from before the desktop session starts to show notifications with it', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere')
    const session = await sessions.started(ana)
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    const settings = { ...defaultCompanionSettings, mirror: true }
    const parts = {
      session,
      device,
      server: server.origin,
      settings,
      phone: undefined,
      since: session.mirror.$baseline.get(),
      lookEvery: 100,
    }
    const end = await openAgent({ ...parts, log, onEvent: () => {} })
    try {
      expect(lines).toEqual([
        expect.stringMatching(/^Notifications cannot be shown: /),
        expect.stringMatching(/^Notifications cannot be sent to your other devices: /),
      ])
      vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', desktop.env.DBUS_SESSION_BUS_ADDRESS)
      const mirrors = heard(session, 'mirror')
      for (let count = 0; desktop.notes.length === 0; count++) await push({ body: `now ${count}` })
      await expect
        .poll(async () => {
          await desktop.notify('Mail', 'now', '')
          return mirrors.length
        })
        .toBeGreaterThan(0)
      expect(lines).toHaveLength(2)
    } finally {
      await end()
    }
  })

  function heard(session: Session, type: string): Record<string, unknown>[] {
    const all: Record<string, unknown>[] = []
    session.onEphemeral((ephemeral) => {
      if (ephemeral.type === type) all.push(ephemeral)
    })
    return all
  }

  test('GAP-046 GAP-068 PRO-007 (deviates) notifications of a phone are shown with their actions on every plan, and closed on both', async () => {
    const run = await running()
    await run.shows(/"ready"/)
    const phone = await sessions.started(ana)
    const dismissals = heard(phone, 'dismissal')
    const mirror = { ...phoneNote, source_user_iden: ana.account.iden }
    await phone.sendEphemeral(mirror)
    const free = await shown('Lunch?')
    expect(free).toMatchObject({ title: 'Chat: Cy', body: 'Lunch?', actions: ['com.example.chat_like', 'Like'] })
    await phone.sendEphemeral({ ...mirror, body: 'Lunch today?' })
    await shown('Lunch today?')
    expect(desktop.notes).toHaveLength(1)
    await phone.sendEphemeral({ ...mirror, type: 'dismissal' })
    await desktop.until(() => (desktop.notes.length === 0 ? true : undefined))

    dismissals.length = 0
    await phone.sendEphemeral(mirror)
    desktop.press(await shown('Lunch?'), 'com.example.chat_like')
    await until(() => dismissals.length > 0)
    expect(dismissals).toEqual([
      {
        type: 'dismissal',
        package_name: 'com.example.chat',
        notification_id: 7,
        notification_tag: null,
        source_user_iden: ana.account.iden,
        source_device_iden: 'phone',
        trigger_action: 'com.example.chat_like',
      },
    ])
    for (const odd of [{ notification_id: {} }, { title: 5, body: ['x'] }])
      await phone.sendEphemeral({ ...mirror, notification_id: 8, ...odd })
    const partly = [null, { label: 'Mute' }, { trigger_key: 'mute' }, { label: 'Open', trigger_key: 'default' }]
    await phone.sendEphemeral({ ...mirror, notification_id: 8, body: 'odd', actions: [...partly, ...phoneNote.actions] })
    expect((await shown('odd')).actions).toEqual(['com.example.chat_like', 'Like'])
    // Its own notifications are already on its screen.
    await phone.sendEphemeral({ ...mirror, notification_id: 10, body: 'from here', source_device_iden: device })
    await phone.sendEphemeral({ ...mirror, notification_id: 9, body: 'still there' })
    await shown('still there')
    expect(desktop.notes.map(({ body }) => body)).toEqual(['odd', 'still there'])
  })

  test('a notification of a phone is answered on the desktop, and one of a muted app is not shown', async () => {
    const run = await running()
    await run.shows(/"ready"/)
    const phone = await sessions.started(ana)
    const replies = heard(phone, 'messaging_extension_reply')
    const conversation_iden = { package_name: 'com.example.chat', tag: null, id: 7 }
    await phone.sendEphemeral({ ...phoneNote, source_user_iden: ana.account.iden, conversation_iden })
    const note = await shown('Lunch?')
    expect(note.actions).toEqual(['inline-reply', 'Reply', 'com.example.chat_like', 'Like'])
    desktop.reply(note, 'At one')
    await until(() => replies.length > 0)
    expect(replies[0]).toMatchObject({ target_device_iden: 'phone', conversation_iden, message: 'At one' })
    await phone.preferences.set({ [mutedAppsPreference]: ['com.example.chat'] })
    const told = async () => {
      await phone.sendEphemeral({ ...phoneNote, body: 'Muted?', source_user_iden: ana.account.iden })
      await phone.sendEphemeral({ ...phoneNote, package_name: 'com.example.mail', body: 'After it' })
      await shown('After it')
      const isShown = desktop.notes.some(({ body }) => body === 'Muted?')
      for (const each of [...desktop.notes]) desktop.expire(each)
      return isShown
    }
    await expect.poll(told).toBe(false)
  })

  test.runIf(hasRealBus)(
    'GAP-068 SYNC-019 this machine mirrors its notifications if switched on; closing one closes it on all devices',
    async () => {
      const picture = join(machine.settings, 'icon.png')
      writeFileSync(picture, 'a picture')
      changeCompanionSettings({ mirror: true })
      const run = await running()
      const phone = await sessions.started(ana)
      const [mirrors, dismissals] = [heard(phone, 'mirror'), heard(phone, 'dismissal')]
      await run.shows(/"ready"/)
      await desktop.notify('Mail', 'Build <done>', '<b>All</b> 3 &lt; 4 tests<br/>pass', { 'image-path': `file://${picture}` })
      await until(() => mirrors.length === 1)
      expect(mirrors[0]).toMatchObject({
        application_name: 'Mail',
        title: 'Build <done>',
        body: 'All 3 < 4 tests\npass',
        source_device_iden: device,
        source_user_iden: ana.account.iden,
        dismissable: true,
        icon: Buffer.from('a picture').toString('base64'),
      })

      const { package_name, notification_id, notification_tag, source_user_iden } = mirrors[0] ?? {}
      await phone.sendEphemeral({ type: 'dismissal', package_name, notification_id, notification_tag, source_user_iden })
      await desktop.until(() => (desktop.notes.length === 0 ? true : undefined))

      // Not mirrored: transient notifications, notifications from other devices (shown here or in a browser), and icons that are too large.
      await desktop.notify('Sound', 'louder', '', { transient: true })
      await desktop.notify('Sound', 'louder', '', { 'x-canonical-private-synchronous': 'volume' })
      await desktop.notify('Browser', 'Waypost', `${new URL(server.origin).host}\nLunch?`)
      writeFileSync(picture, 'x'.repeat(50_000))
      await phone.sendEphemeral(phoneNote)
      await shown('Lunch?')
      await desktop.notify('Mail', 'second', 'x'.repeat(ephemeralBytes), { 'image-path': picture })
      await until(() => mirrors.some(({ title }) => title === 'second'))
      expect(mirrors.filter(({ package_name: app }) => app !== phoneNote.package_name).map(({ title }) => title)).toEqual([
        'Build <done>',
        'second',
      ])
      expect(mirrors.find(({ title }) => title === 'second')).not.toHaveProperty('icon')
      desktop.dismiss(await shown('xxx'))
      const second = mirrors.find(({ title }) => title === 'second')
      await until(() => dismissals.some((dismissal) => dismissal.notification_id === second?.notification_id))
      // One each: a notification closed by the phone isn't reported back to it.
      expect(dismissals).toHaveLength(2)
      run.signal('SIGTERM')
      expect(await run.ended).toMatchObject({ code: 0, stderr: '' })
    },
  )
})
