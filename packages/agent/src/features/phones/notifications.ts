// Mirrors the notifications and calls of a phone to the other devices, and takes their answers back.

import { forgetEldest } from '@waypost/client/ground/eldest'
import { check, isRecord } from '@waypost/client/ground/objects'
import {
  type MirroredNotification,
  mutedApps,
  type PhoneNotificationOutcome,
  type PhoneNotifications,
  PhoneRequest,
  Refusal,
} from '@waypost/protocol'
import type { Connection } from '../../phone/kdeconnect/connection.ts'
import type { Packet } from '../../phone/kdeconnect/packet.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { readMirrored } from '../mirrored-notifications.ts'
import { notificationPages } from './notification-pages.ts'
import { keyOf, lineOf, type Name, nameOf, Shade, type Shown, shownOf, tagOf } from './shade.ts'
import { shortMirror } from './short-mirror.ts'

interface Deps extends FeatureDeps {
  connection: Connection
  /** Whether the texts of the phone are shown anyway. */
  showsTexts(): boolean
}

/** Maximum messages that wait to be sent, answers that are remembered, and dismissals that wait for the phone. */
const most = { waiting: 100, answered: 200, dismissed: 500 }

/** The apps for texts: their notifications would show every text a second time. */
const textApps = new Set([
  'com.android.messaging',
  'com.android.mms',
  'com.google.android.apps.messaging',
  'com.samsung.android.messaging',
  'com.simplemobiletools.smsmessenger',
  'org.fossify.messages',
])
/** How long the phone may take to list its notifications when it is back, in milliseconds. */
const listWithin = 4_000
/** How long after a request the list is sent again when the phone goes or comes back, in milliseconds. */
const lookedAtFor = 15 * 60_000
const callName: Name = { package_name: 'waypost.calls', notification_id: 'call', notification_tag: null }

/** Whether something was handed to the phone, or why not. */
type Outcome = 'done' | NonNullable<PhoneNotificationOutcome['refused']>

/**
 * Shows the notifications of a phone on the other devices, with icon, actions and reply, except those of muted apps. Dismissing one anywhere
 * dismisses it everywhere. What the phone showed already when it came is listed for those who ask, but not shown again.
 */
export function phoneNotificationsFeature({ session, device, log, connection, showsTexts }: Deps): Feature {
  const shade = new Shade()
  let call: MirroredNotification | undefined
  /** What was shown before the phone was away, and not listed since it is back. */
  const unlisted = new Map<string, Shown>()
  /** What was dismissed elsewhere while the phone was away. */
  const dismissed = new Map<string, Name>()
  /** The guids of what was handed to the phone. */
  const answered = new Map<string, true>()
  let muted: readonly string[] = []
  let connectedAt: number | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let isListWaiting = false
  let timer: NodeJS.Timeout | undefined
  const stops: (() => void)[] = []
  // In sequence: a dismissal must not overtake its notification.
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function send(work: () => Promise<readonly object[]>): void {
    if (waiting >= most.waiting) return
    waiting++
    last = last
      .then(async () => {
        for (const each of await work()) {
          const ephemeral = { type: '', ...each }
          await session.sendEphemeral(ephemeral, shortMirror(ephemeral))
        }
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        log(`A notification did not reach the other devices: ${error.message}`)
      })
      .finally(() => waiting--)
  }

  const common = (name: Name) => ({
    source_user_iden: session.$account.get()?.iden ?? '',
    source_device_iden: device,
    package_name: name.package_name,
    notification_id: name.notification_id,
    notification_tag: name.notification_tag,
  })
  const dismissal = (name: Name, more = {}) => send(async () => [{ type: 'dismissal', ...common(name), ...more }])
  const isMuted = ({ package_name: app }: Pick<Name, 'package_name'>) => muted.includes(app)
  const isSeen = (name: Name) => !isMuted(name) && !(showsTexts() && textApps.has(name.package_name))

  function show(packet: Packet): void {
    const { id, isCancel, silent } = packet.body
    if (typeof id !== 'string' || id === '' || id.length > 1_000) return
    const name = nameOf(id)
    const key = keyOf(name)
    unlisted.delete(key)
    if (isCancel === true) {
      dismissed.delete(key)
      if (shade.remove(name) && !isMuted(name)) dismissal(name)
      return
    }
    if (dismissed.delete(key) && silent === true) {
      connection.link?.send('notification.request', { cancel: id })
      return
    }
    const shown = shownOf(packet, id, name, common(name))
    shade.keep(shown)
    send(async () => {
      const icon = await shade.fetchIcon(packet, shown, connection.link)
      if (silent === true || !isSeen(name)) return []
      return [{ type: 'mirror', ...shown.content, ...(icon !== undefined && { icon }) }]
    })
  }

  /** Asks for all notifications on a new link, because some may have gone meanwhile. */
  function list(): void {
    const { link } = connection
    clearTimeout(timer)
    if (!link) {
      connectedAt = Math.floor(Date.now() / 1_000)
      sendListAgain()
      return
    }
    for (const shown of shade.all()) unlisted.set(keyOf(shown), shown)
    link.send('notification.request', { request: true })
    timer = setTimeout(() => {
      for (const gone of unlisted.values()) if (shade.remove(gone) && !isMuted(gone)) dismissal(gone)
      unlisted.clear()
      dismissed.clear()
      sendListAgain()
    }, listWithin)
  }

  /** Sends what the phone shows, in pages. Of several requests that wait, one is answered. */
  function sendList(guid?: string): void {
    if (isListWaiting) return
    isListWaiting = true
    send(async () => {
      isListWaiting = false
      const listed = shade.all().filter(isSeen)
      const calls = call && !isMuted(callName) ? [{ content: call, icon: undefined }] : []
      const pages = notificationPages([...listed.map((each) => ({ content: each.content, icon: shade.iconOf(each) })), ...calls])
      const is_connected = connection.link !== undefined
      return pages.map(
        (notifications, page): PhoneNotifications => ({
          type: 'phone_notifications',
          source_device_iden: device,
          page,
          more: page < pages.length - 1,
          notifications,
          is_connected,
          ...(!is_connected && connectedAt !== undefined && { connected_at: connectedAt }),
          ...(guid !== undefined && { guid }),
        }),
      )
    })
    // It was dropped because too much waits.
    if (waiting >= most.waiting) isListWaiting = false
  }

  function sendListAgain(): void {
    if (Date.now() - askedAt < lookedAtFor) sendList()
  }

  function onRequest(ephemeral: Record<string, unknown>): void {
    const read = check(PhoneRequest, ephemeral)
    if (!('value' in read) || read.value.action !== 'notifications' || read.value.target_device_iden !== device) return
    askedAt = Date.now()
    sendList(read.value.guid)
  }

  /** Withdraws what is shown of apps that are muted now. On the phone it stays. */
  function onMuted(): void {
    const now = mutedApps(session.$account.get()?.preferences)
    if (now.join() === muted.join()) return
    const before = muted
    muted = now
    for (const name of [...shade.all(), callName])
      if (isMuted(name) && !before.includes(name.package_name) && (name !== callName || call))
        dismissal(name, { withdrawn: true })
    if (before.some((app) => !now.includes(app))) sendListAgain()
  }

  function onCall({ event, phoneNumber, contactName, isCancel }: Record<string, unknown>): void {
    if (event !== 'ringing' || isCancel === true || isCancel === 'true') {
      if (event !== 'ringing' && event !== 'talking' && event !== 'missedCall') return
      call = undefined
      dismissal(callName)
      return
    }
    call = {
      ...common(callName),
      application_name: 'Phone',
      title: 'Incoming call',
      body: lineOf(contactName) || lineOf(phoneNumber) || 'Unknown number',
      created: Math.floor(Date.now() / 1_000),
      dismissable: true,
    }
    const mirrored = { type: 'mirror', ...call }
    if (!isMuted(callName)) send(async () => [mirrored])
  }

  /** Does what another device asks, and answers it if it has a guid: the same one is done once. */
  function answer({ guid }: Record<string, unknown>, work: () => Outcome | undefined): void {
    const known = typeof guid === 'string' && answered.has(guid)
    const outcome = known ? 'done' : work()
    if (outcome === undefined || typeof guid !== 'string' || guid.length > 100) return
    if (outcome === 'done') {
      answered.set(guid, true)
      forgetEldest(answered, most.answered)
    }
    const type = 'phone_notification_outcome'
    send(async () => [{ type, source_device_iden: device, guid, ...(outcome !== 'done' && { refused: outcome }) }])
  }

  /** Another device has dismissed a notification, or pressed one of its buttons. */
  function dismiss(ephemeral: Record<string, unknown>): Outcome | undefined {
    const { source_device_iden: source, trigger_action: action, withdrawn } = ephemeral
    const mirrored = readMirrored(ephemeral)
    if (!mirrored || withdrawn === true || (source !== undefined && source !== device)) return undefined
    const name = { ...mirrored, notification_id: String(mirrored.notification_id) }
    if (name.package_name === callName.package_name) call = undefined
    const known = shade.find(name)
    const { link } = connection
    if (typeof action === 'string') {
      if (!known) return 'gone'
      if (!link) return 'away'
      // It stays until the phone removes it: not every action ends a notification.
      link.send('notification.action', { key: known.id, action })
      return 'done'
    }
    // Removed first, so that its end is not reported back.
    if (!known || !shade.remove(known)) return 'done'
    if (link) link.send('notification.request', { cancel: known.id })
    else {
      dismissed.set(keyOf(known), known)
      forgetEldest(dismissed, most.dismissed)
    }
    return 'done'
  }

  function reply({ target_device_iden: target, conversation_iden: to, message }: Record<string, unknown>): Outcome | undefined {
    if (target !== device || !isRecord(to) || typeof message !== 'string' || message.trim() === '') return undefined
    const { package_name, tag, id } = to
    const name = { package_name: String(package_name), notification_id: String(id), notification_tag: tagOf(tag) }
    const known = shade.find(name)
    const { link } = connection
    if (!known?.replyId || !link) {
      log('A reply to a notification was not sent: the notification is gone, or the phone is not connected.')
      return !link ? 'away' : known ? 'answered' : 'gone'
    }
    link.send('notification.reply', { requestReplyId: known.replyId, message })
    const { conversation_iden: _, ...content } = known.content
    shade.keep({ ...known, replyId: undefined, content })
    return 'done'
  }

  return {
    async start() {
      muted = mutedApps(session.$account.get()?.preferences)
      stops.push(
        connection.packets.on((packet) => {
          if (packet.type === 'notification') show(packet)
          if (packet.type === 'telephony') onCall(packet.body)
        }),
        connection.changes.on(list),
        session.$account.listen(onMuted),
        session.onEphemeral((ephemeral) => {
          if (ephemeral.type === 'dismissal') answer(ephemeral, () => dismiss(ephemeral))
          if (ephemeral.type === 'messaging_extension_reply') answer(ephemeral, () => reply(ephemeral))
          if (ephemeral.type === 'phone_request') onRequest(ephemeral)
        }),
      )
      if (connection.link) list()
    },
    async close() {
      clearTimeout(timer)
      for (const stop of stops.splice(0)) stop()
      await last
    },
  }
}
