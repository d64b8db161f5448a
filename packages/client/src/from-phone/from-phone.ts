// Knows what the phones of an account show as notifications now, and answers, dismisses and mutes them there.

import {
  canSeal,
  type Device,
  isBlank,
  isPhoneOfCompanion,
  keyFingerprint,
  MirroredNotification,
  mutedApps,
  muting,
  notificationKey,
  notificationReplyLength,
  PhoneNotificationOutcome,
  PhoneNotifications,
  type PhoneRequest,
  Refusal,
  sealKey,
  unmuting,
} from '@waypost/protocol'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { deviceName } from '../conversations/targets.ts'
import { forgetEldest } from '../ground/eldest.ts'
import { isRecord, readLoosely } from '../ground/objects.ts'
import { platform as ownPlatform, type Platform } from '../ground/platform.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import { compareKeys, type KeyMatch } from '../session/key/fingerprint.ts'
import type { Session } from '../session/session.ts'
import { bounded, type PhoneNotification, readNotification, renewed, type Trouble } from './notification.ts'

export type { PhoneNotification } from './notification.ts'

/** A phone whose notifications are mirrored. */
export interface MirroredPhone {
  device: string
  name: string
  /**
   * `asking`: its list is on its way; `silent`: what speaks to it does not answer; `away`: it is not reachable, and was `connectedAt`; `live`: it
   * cannot be asked, so only what arrives is known.
   */
  state: 'asking' | 'there' | 'away' | 'silent' | 'live'
  /** In seconds since 1970. */
  connectedAt?: number | undefined
  /** How its key and the one of this session relate. */
  key: KeyMatch
}

export interface FromPhone {
  /** The phones whose notifications are mirrored, or that have some now. */
  readonly $phones: ReadableAtom<readonly MirroredPhone[]>
  /** Newest first, without those of muted apps. */
  readonly $notifications: ReadableAtom<readonly PhoneNotification[]>
  /** Asks the phones for what they show, now and again until the returned function is called. */
  follow(): () => void
  /** Asks them again. */
  ask(): void
  /** Hands a reply to the phone. @returns whether the phone has it; otherwise `trouble` of the notification says why not */
  reply(key: string, message: string): Promise<boolean>
  /** Presses a button of a notification. */
  act(key: string, trigger: string): Promise<boolean>
  /** Dismisses notifications here and on their phones; those that could not be come back. */
  dismiss(keys: readonly string[]): Promise<void>
  /** What was typed as a reply, and is not sent yet. */
  draftOf(key: string): string
  keepDraft(key: string, text: string): void
  /** @returns whether it is muted; not if too many are, or the server refuses */
  mute(app: string, name: string): Promise<boolean>
  unmute(app: string): Promise<boolean>
  /** Sets the end-to-end password if it is the one of a phone. `impossible`: encryption is not available here, e.g. over plain http. */
  unlock(device: string, password: string): Promise<'opened' | 'wrong' | 'impossible'>
  close(): void
}

interface Options {
  platform?: Pick<Platform, 'now' | 'after' | 'unique'>
}

/** Milliseconds: how long an answer may take, how often is asked again while somebody looks, and at most. */
const times = { answer: 8_000, again: 10 * 60_000, pause: 2_000 }
/** Phones whose notifications are kept, pages of one list, and replies that are remembered. */
const most = { phones: 20, pages: 20, replies: 100 }

/** What a phone has said. */
interface Known {
  notifications: readonly PhoneNotification[]
  state: MirroredPhone['state']
  connectedAt?: number | undefined
  askedAt?: number | undefined
  stopWaiting?: () => void
  /** The pages of a list that have come. */
  pages: { count: number; items: PhoneNotification[] }
}

/** Follows the notifications of the phones of a session that has started. */
export function openFromPhone(session: Session, { platform = ownPlatform }: Options = {}): FromPhone {
  const $known = atom<ReadonlyMap<string, Known>>(new Map())
  const drafts = new Map<string, string>()
  const outcomes = new Map<string, (refused: Trouble | undefined) => void>()
  /** Replies of other windows and devices, by guid. */
  const elsewhere = new Map<string, { key: string; message: string }>()
  let followers = 0
  let stopAgain = () => {}

  const find = (key: string) =>
    $known
      .get()
      .get(deviceOf(key))
      ?.notifications.find((each) => each.key === key)
  const deviceFor = (iden: string) => session.device.$all.get().find((each) => each.iden === iden)
  const confirms = (iden: string) => canBeAsked(deviceFor(iden))

  function update(device: string, change: (known: Known) => Partial<Known>): void {
    const all = new Map($known.get())
    const known = all.get(device) ?? { notifications: [], state: 'live', pages: { count: 0, items: [] } }
    if (!all.has(device) && all.size >= most.phones) return
    all.set(device, { ...known, ...change(known) })
    $known.set(all)
  }

  function change(key: string, changes: Partial<PhoneNotification>): void {
    update(deviceOf(key), ({ notifications }) => ({
      notifications: notifications.map((each) => (each.key === key ? { ...each, ...changes } : each)),
    }))
  }

  /** Removes what the phone shows no more; what has a reply that was not handed over stays. */
  function remove(device: string, isOver: (notification: PhoneNotification) => boolean): void {
    const known = $known.get().get(device)
    if (!known?.notifications.some(isOver)) return
    update(device, ({ notifications }) => ({
      notifications: notifications.flatMap((each) => (isOver(each) ? left(each) : [each])),
    }))
  }

  function left(gone: PhoneNotification): PhoneNotification[] {
    if (isBlank(drafts.get(gone.key) ?? '')) {
      drafts.delete(gone.key)
      return []
    }
    const { conversation: _, ...rest } = gone
    return [{ ...rest, actions: [], isGone: true }]
  }

  // What phones send

  function onMirror(ephemeral: Ephemeral): void {
    const device = String(ephemeral.source_device_iden ?? '')
    const next = readNotification(ephemeral, device, platform.now())
    if (!next || device === '') return
    update(device, ({ notifications, state }) => ({
      notifications: bounded([
        renewed(
          notifications.find(({ key }) => key === next.key),
          next,
        ),
        ...notifications.filter(({ key }) => key !== next.key),
      ]),
      state: state === 'asking' || state === 'live' ? state : 'there',
    }))
  }

  function onDismissal(ephemeral: Ephemeral): void {
    const read = readLoosely<MirroredNotification>(MirroredNotification, ephemeral)
    if (!read) return
    const name = notificationKey(read)
    const devices = read.source_device_iden ? [read.source_device_iden] : [...$known.get().keys()]
    for (const device of devices) {
      // A phone that confirms says by itself when an action ends a notification.
      if (ephemeral.trigger_action !== undefined && confirms(device)) continue
      remove(device, ({ key, isGone }) => key === `${device} ${name}` && !isGone)
    }
  }

  function onList(ephemeral: Ephemeral): void {
    const read = readLoosely<PhoneNotifications>(PhoneNotifications, ephemeral)
    if (!read) return
    const { source_device_iden: device, page, more, notifications, is_connected: isConnected, connected_at: connectedAt } = read
    const known = $known.get().get(device)
    if (page >= most.pages || (page > 0 && known?.pages.count !== page)) return
    const readable = notifications.flatMap((each) => readNotification(each, device, platform.now()) ?? [])
    const items = [...(page === 0 ? [] : (known?.pages.items ?? [])), ...readable]
    if (more) {
      update(device, () => ({ pages: { count: page + 1, items } }))
      return
    }
    known?.stopWaiting?.()
    update(device, ({ notifications: before }) => ({
      pages: { count: 0, items: [] },
      state: isConnected ? 'there' : 'away',
      connectedAt: isConnected ? undefined : connectedAt,
      notifications: bounded(replaced(before, items)),
    }))
  }

  /** A whole list in place of what was known. What happens to a notification here stays with it. */
  function replaced(before: readonly PhoneNotification[], items: readonly PhoneNotification[]): PhoneNotification[] {
    const earlier = new Map(before.map((each) => [each.key, each]))
    const listed = items.map((item) => {
      const known = earlier.get(item.key)
      earlier.delete(item.key)
      const { answered, busy, trouble } = known ?? {}
      return {
        ...renewed(known, item),
        ...(busy !== undefined && { busy }),
        ...(trouble !== undefined && { trouble }),
        ...(answered !== undefined && !item.conversation && { answered }),
      }
    })
    return [...listed, ...[...earlier.values()].flatMap(left)]
  }

  function onReply({ target_device_iden: device, conversation_iden: to, message, guid }: Ephemeral): void {
    if (typeof device !== 'string' || !isRecord(to) || typeof message !== 'string') return
    if (typeof guid === 'string' && outcomes.has(guid)) return
    const { package_name, id, tag } = to
    const name = { package_name: String(package_name), notification_id: String(id), notification_tag: tagOf(tag) }
    const key = `${device} ${notificationKey(name)}`
    if (typeof guid !== 'string' || !confirms(device)) {
      markAnswered(key, message)
      return
    }
    elsewhere.set(guid, { key, message })
    forgetEldest(elsewhere, most.replies)
  }

  function markAnswered(key: string, message: string): void {
    change(key, {
      answered: message.slice(0, notificationReplyLength),
      conversation: undefined,
      trouble: undefined,
      busy: undefined,
    })
  }

  function onOutcome(ephemeral: Ephemeral): void {
    const read = readLoosely<PhoneNotificationOutcome>(PhoneNotificationOutcome, ephemeral)
    if (!read) return
    const reply = elsewhere.get(read.guid)
    elsewhere.delete(read.guid)
    if (reply && read.refused === undefined) markAnswered(reply.key, reply.message)
    outcomes.get(read.guid)?.(read.refused)
  }

  // What phones are asked

  function askOne(device: Device): void {
    const { iden } = device
    const known = $known.get().get(iden)
    const now = platform.now()
    if (known?.askedAt !== undefined && now >= known.askedAt && now - known.askedAt < times.pause) return
    if (session.$connection.get() !== 'connected') return
    known?.stopWaiting?.()
    const stopWaiting = platform.after(times.answer, () => update(iden, () => ({ state: 'silent' })))
    const isKnown = known?.state === 'there' || known?.state === 'away'
    update(iden, ({ state }) => ({ askedAt: now, stopWaiting, state: isKnown ? state : 'asking' }))
    const request: PhoneRequest = {
      type: 'phone_request',
      source_user_iden: session.$account.get()?.iden ?? '',
      target_device_iden: iden,
      guid: platform.unique(),
      action: 'notifications',
    }
    session.sendEphemeral(request).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      stopWaiting()
      update(iden, () => ({ state: 'silent' }))
    })
  }

  function ask(): void {
    for (const device of session.device.$all.get()) if (isMirrored(device) && canBeAsked(device)) askOne(device)
  }

  function askAgain(): void {
    stopAgain()
    if (followers === 0) return
    ask()
    stopAgain = platform.after(times.again, askAgain)
  }

  // What is done with notifications

  /** Sends something to a phone, and waits until it was handed over where the phone says so. */
  async function hand(device: string, ephemeral: Ephemeral): Promise<Trouble | undefined> {
    const guid = String(ephemeral.guid)
    const { promise, resolve } = Promise.withResolvers<Trouble | undefined>()
    const isConfirmed = confirms(device)
    if (isConfirmed) outcomes.set(guid, resolve)
    const stop = platform.after(times.answer, () => resolve('silent'))
    try {
      await session.sendEphemeral(ephemeral)
      return isConfirmed ? await promise : undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return 'offline'
    } finally {
      stop()
      outcomes.delete(guid)
    }
  }

  const guids = new Map<string, string>()
  /** The same reply has the same guid when it is sent again, so that the phone gets it once. */
  function guidOf(key: string, message: string): string {
    const name = `${key} ${message}`
    const guid = guids.get(name) ?? platform.unique()
    guids.set(name, guid)
    forgetEldest(guids, most.replies)
    return guid
  }

  async function reply(key: string, message: string): Promise<boolean> {
    const notification = find(key)
    if (!notification || notification.busy !== undefined || isBlank(message)) return false
    const { conversation, device } = notification
    if (!conversation) {
      change(key, { trouble: notification.isGone ? 'gone' : 'answered' })
      return false
    }
    change(key, { busy: 'reply', trouble: undefined })
    drafts.set(key, message)
    const trouble = await hand(device, {
      type: 'messaging_extension_reply',
      source_user_iden: session.$account.get()?.iden ?? '',
      target_device_iden: device,
      package_name: notification.app,
      conversation_iden: conversation,
      message,
      guid: guidOf(key, message),
    })
    if (trouble !== undefined) {
      change(key, { busy: undefined, trouble })
      return false
    }
    guids.delete(`${key} ${message}`)
    drafts.delete(key)
    // The phone may have shown a later version meanwhile, which can be answered again.
    const now = find(key)
    if (now?.isGone) remove(device, (each) => each.key === key)
    else if (now?.busy === 'reply') markAnswered(key, message)
    return true
  }

  async function act(key: string, trigger: string): Promise<boolean> {
    const notification = find(key)
    if (!notification || notification.busy !== undefined) return false
    const { device, name } = notification
    change(key, { busy: trigger, trouble: undefined })
    const guid = platform.unique()
    const trouble = await hand(device, { type: 'dismissal', ...name, trigger_action: trigger, guid })
    change(key, { busy: undefined, trouble })
    if (trouble === undefined && !confirms(device)) remove(device, (each) => each.key === key)
    return trouble === undefined
  }

  async function dismissOne(notification: PhoneNotification): Promise<void> {
    const { key, device, name, isGone } = notification
    drafts.delete(key)
    remove(device, (each) => each.key === key)
    if (isGone) return
    const trouble = await hand(device, { type: 'dismissal', ...name, guid: platform.unique() })
    if (trouble === undefined || trouble === 'gone' || find(key)) return
    update(device, ({ notifications }) => ({ notifications: bounded([{ ...notification, trouble }, ...notifications]) }))
  }

  const byType: Record<string, (ephemeral: Ephemeral) => void> = {
    mirror: onMirror,
    dismissal: onDismissal,
    phone_notifications: onList,
    phone_notification_outcome: onOutcome,
    messaging_extension_reply: onReply,
    pong: ({ device_iden: iden }) => {
      const device = followers > 0 ? deviceFor(String(iden)) : undefined
      const known = device && $known.get().get(device.iden)
      if (device && isMirrored(device) && canBeAsked(device) && known?.state !== 'there') askOne(device)
    },
  }

  const stops = [
    session.onEphemeral((ephemeral) => (Object.hasOwn(byType, ephemeral.type) ? byType[ephemeral.type]?.(ephemeral) : undefined)),
    session.$connection.listen((connection) => connection === 'connected' && askAgain()),
    session.device.$all.listen(() => {
      if (followers > 0)
        for (const device of session.device.$all.get())
          if (isMirrored(device) && canBeAsked(device) && !$known.get().get(device.iden)?.askedAt) askOne(device)
    }),
  ]

  const $phones = computed(
    [$known, session.device.$all, session.encryption.$fingerprint],
    (known, devices, own): readonly MirroredPhone[] =>
      devices.flatMap((device) => {
        const phone = known.get(device.iden)
        if (!isPhone(device) || !(isMirrored(device) || phone?.notifications.length)) return []
        const isAsked = canBeAsked(device) && isMirrored(device)
        const said = phone && phone.state !== 'live' ? phone.state : 'asking'
        return [
          {
            device: device.iden,
            name: deviceName(device),
            state: isAsked ? said : 'live',
            connectedAt: phone?.connectedAt,
            key: compareKeys(own, device.key_fingerprint),
          },
        ]
      }),
  )

  const $notifications = computed([$known, $phones, session.$account], (known, phones, account) => {
    const muted = mutedApps(account?.preferences)
    return phones
      .flatMap(({ device }) => known.get(device)?.notifications ?? [])
      .filter(({ app }) => !muted.includes(app))
      .sort((one, other) => other.created - one.created)
  })

  return {
    $phones,
    $notifications,
    follow() {
      followers++
      if (followers === 1) askAgain()
      return () => {
        followers--
        if (followers === 0) stopAgain()
      }
    },
    ask,
    reply,
    act,
    async dismiss(keys) {
      await Promise.all(keys.flatMap((key) => find(key) ?? []).map(dismissOne))
    },
    draftOf: (key) => drafts.get(key) ?? '',
    keepDraft(key, text) {
      if (!find(key)) return
      if (text === '') drafts.delete(key)
      else drafts.set(key, text)
    },
    async mute(app, name) {
      const changes = muting(session.$account.get()?.preferences, app, name)
      return changes !== undefined && (await session.preferences.set(changes))
    },
    unmute: (app) => session.preferences.set(unmuting(session.$account.get()?.preferences, app)),
    async unlock(device, password) {
      const user = session.$account.get()?.iden
      if (!canSeal() || user === undefined) return 'impossible'
      const own = await keyFingerprint(await sealKey(password, user))
      if (compareKeys(own, deviceFor(device)?.key_fingerprint) !== 'same') return 'wrong'
      await session.encryption.setPassword(password)
      update(device, () => ({ askedAt: undefined }))
      ask()
      return 'opened'
    },
    close() {
      for (const stop of stops) stop()
      stopAgain()
      for (const { stopWaiting } of $known.get().values()) stopWaiting?.()
    },
  }
}

const deviceOf = (key: string): string => key.slice(0, key.indexOf(' '))
const tagOf = (tag: unknown): string | null => (typeof tag === 'string' ? tag : null)

/** Whether a device is a phone or tablet: computers mirror their notifications, too. */
const isPhone = ({ type, icon }: Device): boolean => type === 'android' || type === 'ios' || icon === 'phone' || icon === 'tablet'
const isMirrored = (device: Device): boolean => isPhone(device) && device.mirroring === 'enabled'
/** Whether a companion speaks to a phone: it lists what the phone shows, and confirms what it has handed over. */
const canBeAsked = isPhoneOfCompanion
