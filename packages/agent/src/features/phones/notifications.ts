// Mirrors the notifications and calls of a phone to the other devices, and passes their responses back.

import { forgetEldest } from '@waypost/client/ground/eldest'
import { check, isRecord } from '@waypost/client/ground/objects'
import { guidLength, type MirroredNotification, mutedApps, type PhoneNotificationOutcome, PhoneRequest } from '@waypost/protocol'
import type { Connection } from '../../phone/kdeconnect/connection.ts'
import type { Packet } from '../../phone/kdeconnect/packet.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { readMirrored } from '../mirrored-notifications.ts'
import { callName, readCall } from './call-notification.ts'
import { OrderedEphemerals } from './ordered-ephemerals.ts'
import { RequestedList } from './requested-list.ts'
import { keyOf, type Name, nameOf, Shade, type Shown, shownOf, tagOf } from './shade.ts'

interface Deps extends FeatureDeps {
  connection: Connection
  /** Whether the phone's texts are shown anyway. */
  showsTexts(): boolean
}

/** Maximum answers that are remembered, and dismissals that wait for the phone. */
const most = { answered: 200, dismissed: 500 }

/** SMS apps: their notifications would show every text twice. */
const textApps = new Set([
  'com.android.messaging',
  'com.android.mms',
  'com.google.android.apps.messaging',
  'com.samsung.android.messaging',
  'com.simplemobiletools.smsmessenger',
  'org.fossify.messages',
])
/** How long the phone may take to list its notifications after reconnecting, in milliseconds. */
const listWithin = 4_000

const refusals = {
  invalid: `The guid is too long. Use at most ${guidLength} characters.`,
  busy: 'Too many requests are waiting. Try again in a moment.',
}

type Outcome = 'done' | 'away' | 'gone' | 'answered'

/**
 * Shows a phone's notifications on the other devices, with icon, actions and reply, except those of muted apps. Dismissing one anywhere
 * dismisses it everywhere. Notifications already on the phone when it connected are listed on request, but not shown again.
 */
export function phoneNotificationsFeature(deps: Deps): Feature {
  return new PhoneNotifications(deps)
}

class PhoneNotifications implements Feature {
  private readonly deps: Deps
  private readonly outgoing: OrderedEphemerals
  private readonly list: RequestedList
  private readonly shade = new Shade()
  /** The call that rings. */
  private call: MirroredNotification | undefined
  /** Notifications from before the phone was away that it has not listed since it is back. */
  private readonly unlisted = new Map<string, Shown>()
  /** Runs out when the phone has had the time to list its notifications. */
  private listing: NodeJS.Timeout | undefined
  /** Notifications that were dismissed elsewhere while the phone was away. */
  private readonly dismissed = new Map<string, Name>()
  /** The guids of the dismissals, actions and replies that were handed to the phone. */
  private readonly answered = new Map<string, true>()
  private muted: readonly string[] = []
  private readonly stops: (() => void)[] = []

  constructor(deps: Deps) {
    this.deps = deps
    this.outgoing = new OrderedEphemerals(deps.session, deps.log)
    this.list = new RequestedList({ ...deps, outgoing: this.outgoing, listed: () => this.listed() })
  }

  async start(): Promise<void> {
    const { session, connection } = this.deps
    this.muted = mutedApps(session.$account.get()?.preferences)
    this.stops.push(
      connection.packets.on((packet) => {
        if (packet.type === 'notification') this.onNotification(packet)
        if (packet.type === 'telephony') this.onCall(packet.body)
      }),
      connection.changes.on(() => this.onLink()),
      session.$account.listen(() => this.onMuted()),
      session.onEphemeral((ephemeral) => {
        if (ephemeral.type === 'dismissal') this.answer(ephemeral, this.dismissal(ephemeral))
        if (ephemeral.type === 'messaging_extension_reply') this.answer(ephemeral, this.reply(ephemeral))
        if (ephemeral.type === 'phone_request') this.onRequest(ephemeral)
      }),
    )
    if (connection.link) this.onLink()
  }

  async close(): Promise<void> {
    clearTimeout(this.listing)
    for (const stop of this.stops.splice(0)) stop()
    await this.outgoing.ended()
  }

  private onNotification(packet: Packet): void {
    const { connection } = this.deps
    const { id, isCancel, silent } = packet.body
    if (typeof id !== 'string' || id === '' || id.length > 1_000) return
    const name = nameOf(id)
    const key = keyOf(name)
    this.unlisted.delete(key)
    if (isCancel === true) {
      this.dismissed.delete(key)
      if (this.shade.remove(name) && !this.isMuted(name)) this.sendDismissal(name)
      return
    }
    if (this.dismissed.delete(key) && silent === true) {
      connection.link?.send('notification.request', { cancel: id })
      return
    }
    const shown = shownOf(packet, id, name, this.common(name))
    this.shade.keep(shown)
    this.outgoing.send(async () => {
      const icon = await this.shade.fetchIcon(packet, shown, connection.link)
      if (silent === true || !this.isSeen(name)) return []
      return [{ type: 'mirror', ...shown.content, ...(icon !== undefined && { icon }) }]
    })
  }

  private onCall(body: Record<string, unknown>): void {
    const call = readCall(body, this.common(callName))
    if (call === undefined) return
    this.call = call === 'over' ? undefined : call
    if (call === 'over') this.sendDismissal(callName)
    else if (!this.isMuted(callName)) this.outgoing.send(async () => [{ type: 'mirror', ...call }])
  }

  /** Requests all notifications on a new link, because some may have disappeared in the meantime. */
  private onLink(): void {
    const { link } = this.deps.connection
    clearTimeout(this.listing)
    if (!link) {
      this.list.onAway()
      return
    }
    for (const shown of this.shade.all()) this.unlisted.set(keyOf(shown), shown)
    link.send('notification.request', { request: true })
    this.listing = setTimeout(() => this.onListed(), listWithin)
  }

  private onListed(): void {
    for (const gone of this.unlisted.values()) if (this.shade.remove(gone) && !this.isMuted(gone)) this.sendDismissal(gone)
    this.unlisted.clear()
    this.dismissed.clear()
    this.list.sendAgain()
  }

  /** Withdraws the notifications of apps that are muted now. They stay on the phone. */
  private onMuted(): void {
    const before = this.muted
    const now = mutedApps(this.deps.session.$account.get()?.preferences)
    if (now.join() === before.join()) return
    this.muted = now
    for (const name of [...this.shade.all(), callName])
      if (this.isMuted(name) && !before.includes(name.package_name) && (name !== callName || this.call))
        this.sendDismissal(name, { withdrawn: true })
    if (before.some((app) => !now.includes(app))) this.list.sendAgain()
  }

  private onRequest(ephemeral: Record<string, unknown>): void {
    const read = check(PhoneRequest, ephemeral)
    if (!('value' in read) || read.value.action !== 'notifications') return
    const { target_device_iden: target, guid } = read.value
    if (target !== this.deps.device) return
    if (guid.length > guidLength) this.refuse(guid, 'invalid')
    else if (this.list.isFull) this.refuse(guid, 'busy')
    else this.list.answer(guid)
  }

  /** Fulfils a request of another device, and answers it if it has a guid. Requests with the same guid are fulfilled once. */
  private answer({ guid }: Record<string, unknown>, work: (() => Outcome) | undefined): void {
    if (!work) return
    if (typeof guid !== 'string' || guid === '') {
      work()
      return
    }
    if (guid.length > guidLength) {
      this.refuse(guid, 'invalid')
      return
    }
    const outcome = this.answered.has(guid) ? 'done' : work()
    if (outcome === 'done') {
      this.answered.set(guid, true)
      forgetEldest(this.answered, most.answered)
    }
    const answer = { ...this.outcomeOf(guid), ...(outcome !== 'done' && { refused: outcome }) }
    // Somebody waits for it, so it isn't dropped.
    if (this.outgoing.isFull) this.outgoing.sendAtOnce(answer)
    else this.outgoing.send(async () => [answer])
  }

  private refuse(guid: string, refused: keyof typeof refusals): void {
    this.outgoing.sendAtOnce({ ...this.outcomeOf(guid), refused, error: refusals[refused] })
  }

  private outcomeOf(guid: string): PhoneNotificationOutcome {
    return { type: 'phone_notification_outcome', source_device_iden: this.deps.device, guid }
  }

  /** What another device that dismisses a notification, or presses one of its buttons, wants; undefined if not of this phone. */
  private dismissal(ephemeral: Record<string, unknown>): (() => Outcome) | undefined {
    const { source_device_iden: source, trigger_action: action, withdrawn } = ephemeral
    const mirrored = readMirrored(ephemeral)
    if (!mirrored || withdrawn === true || (source !== undefined && source !== this.deps.device)) return undefined
    return () => this.dismiss({ ...mirrored, notification_id: String(mirrored.notification_id) }, action)
  }

  private dismiss(name: Name, action: unknown): Outcome {
    if (name.package_name === callName.package_name) this.call = undefined
    const known = this.shade.find(name)
    const { link } = this.deps.connection
    if (typeof action === 'string') {
      if (!known) return 'gone'
      if (!link) return 'away'
      // It stays until the phone removes it: not every action ends a notification.
      link.send('notification.action', { key: known.id, action })
      return 'done'
    }
    // Removed first, so its closing isn't reported back.
    if (!known || !this.shade.remove(known)) return 'done'
    if (link) link.send('notification.request', { cancel: known.id })
    else {
      this.dismissed.set(keyOf(known), known)
      forgetEldest(this.dismissed, most.dismissed)
    }
    return 'done'
  }

  /** What another device that replies to a notification wants; undefined if not of this phone. */
  private reply(ephemeral: Record<string, unknown>): (() => Outcome) | undefined {
    const { target_device_iden: target, conversation_iden: to, message } = ephemeral
    if (target !== this.deps.device || !isRecord(to) || typeof message !== 'string' || message.trim() === '') return undefined
    const { package_name, tag, id } = to
    const name = { package_name: String(package_name), notification_id: String(id), notification_tag: tagOf(tag) }
    return () => this.handReply(name, message)
  }

  private handReply(name: Name, message: string): Outcome {
    const known = this.shade.find(name)
    const { link } = this.deps.connection
    if (!known?.replyId || !link) {
      this.deps.log('A reply to a notification was not sent: the notification is gone, or the phone is not connected.')
      return !link ? 'away' : known ? 'answered' : 'gone'
    }
    link.send('notification.reply', { requestReplyId: known.replyId, message })
    const { conversation_iden: _, ...content } = known.content
    this.shade.keep({ ...known, replyId: undefined, content })
    return 'done'
  }

  private sendDismissal(name: Name, more: object = {}): void {
    this.outgoing.send(async () => [{ type: 'dismissal', ...this.common(name), ...more }])
  }

  private common(name: Name) {
    return {
      source_user_iden: this.deps.session.$account.get()?.iden ?? '',
      source_device_iden: this.deps.device,
      package_name: name.package_name,
      notification_id: name.notification_id,
      notification_tag: name.notification_tag,
    }
  }

  private listed() {
    const listed = this.shade.all().filter((name) => this.isSeen(name))
    const calls = this.call && !this.isMuted(callName) ? [{ content: this.call, icon: undefined }] : []
    return [...listed.map((shown) => ({ content: shown.content, icon: this.shade.iconOf(shown) })), ...calls]
  }

  private isMuted({ package_name: app }: Pick<Name, 'package_name'>): boolean {
    return this.muted.includes(app)
  }

  private isSeen(name: Name): boolean {
    return !this.isMuted(name) && !(this.deps.showsTexts() && textApps.has(name.package_name))
  }
}
