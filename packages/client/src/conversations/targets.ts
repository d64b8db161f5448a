// Builds the sorted lists of targets that the sections show, from the mirror and the ghosts.

import {
  type Account,
  type Channel,
  type Chat,
  type Contact,
  compareNames,
  conversationOf,
  type Device,
  normalizeEmail,
  type Push,
  type Source,
} from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { channelOf, conversationOfTarget, findFollowing, followingTargets, targetOfConversation } from '../history/following.ts'
import type { Ghost } from '../history/ghost.ts'
import { isMuted, openMuteClock } from '../history/mutes.ts'
import type { Pending } from '../history/pending.ts'
import { type Found, type Section, sectionOf, type Target, type TargetInfo } from '../history/target.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { type LastMessage, type LastMessageDeps, openLastMessages } from './last-messages.ts'
import { searchTargets } from './search.ts'

export interface Targets {
  readonly me: Target
  /** Chats, sorted by most recent push, then by name. Without 'Me'. */
  readonly $people: ReadableAtom<readonly Target[]>
  /** Devices, sorted in the same way. */
  readonly $devices: ReadableAtom<readonly Target[]>
  /** Own channels, subscriptions and authorized apps, sorted in the same way. An own channel that is also followed appears once. */
  readonly $following: ReadableAtom<readonly Target[]>
  /** Own sources and those that others share, sorted in the same way. */
  readonly $sources: ReadableAtom<readonly Target[]>
  /** By target key, the last message. Those that the mirror does not have are fetched while something listens. */
  readonly $last: ReadableAtom<ReadonlyMap<string, LastMessage>>
  /** By target key, the number of incoming pushes after the read marker, and of pushes that have come back. One that was marked as unread may have none. */
  readonly $unread: ReadableAtom<ReadonlyMap<string, number>>
  /** The keys of targets that were marked as unread, and nothing has arrived since. */
  readonly $marked: ReadableAtom<ReadonlySet<string>>
  /**
   * The target of a route: `me`, an email address (also one without a chat), a device's iden, a channel's tag in any case, or the
   * iden of a channel, subscription, grant, app or source; undefined if there is none.
   */
  find(section: Section, key: string): Target | undefined
  /** The target whose history shows a push; undefined if it is gone. */
  of(push: Push): Target | undefined
  sectionOf(target: Target): Section
  /** Targets whose name or description contains the query, ignoring case and accents: best match first, then most recent. */
  search(query: string): readonly Found[]
  info(target: Target): TargetInfo
}

interface Deps extends Pick<LastMessageDeps, '$state' | 'callRaw' | 'platform'> {
  $account: ReadableAtom<Account | undefined>
  mirror: OpenMirror
  conversations: Conversations
  $ghosts: ReadableAtom<readonly Ghost[]>
  $pending: ReadableAtom<Pending>
}

export function openTargets({ $account, $state, callRaw, mirror, conversations, $ghosts, $pending, platform }: Deps): Targets {
  const $me = computed($account, meOf)
  const $now = openMuteClock(mirror, platform)

  const people = stableList()
  const $contactNames = computed(mirror.of('contacts'), ({ entries }) => namesOf(entries.values()))
  const $people = computed(
    [mirror.of('chats'), $contactNames, $now, conversations.$order, $ghosts],
    (chats, contactNames, now, _order, ghosts) => {
      const queued = newestOf(ghosts, (ghost) => [ghost.conversation])
      return people(
        targetsOf(chats.entries.values(), (chat) => chatTarget(chat, contactNames, now)),
        (target) => {
          const conversation = `email:${target.key}`
          return Math.max(conversations.latest(conversation), queued.get(conversation) ?? 0)
        },
      )
    },
  )

  const devices = stableList()
  const $devices = computed([mirror.of('devices'), conversations.$order, $ghosts], ({ entries }, _order, ghosts) => {
    const queued = newestOf(ghosts, ({ push }) => [push.target_device_iden, push.source_device_iden])
    return devices(targetsOf(entries.values(), deviceTarget), ({ key }) =>
      Math.max(conversations.latest(`device:${key}`), queued.get(key) ?? 0),
    )
  })

  const following = stableList()
  const $following = computed(
    [mirror.of('channels'), mirror.of('subscriptions'), mirror.of('grants'), $now, conversations.$order, $ghosts],
    (channels, subscriptions, grants, now, _order, ghosts) => {
      const queued = newestOf(ghosts, (ghost) => [ghost.conversation])
      return following(followingTargets(channels.entries, subscriptions.entries, grants.entries, now), (target) => {
        const conversation = conversationOfTarget(target)
        return Math.max(conversations.latest(conversation), queued.get(conversation) ?? 0)
      })
    },
  )

  const sources = stableList()
  const $sources = computed([mirror.of('sources'), $now, conversations.$order, $ghosts], ({ entries }, now, _order, ghosts) => {
    const queued = newestOf(ghosts, (ghost) => [ghost.conversation])
    return sources(
      targetsOf(entries.values(), (source) => sourceTarget(source, now)),
      (target) => {
        const conversation = conversationOfTarget(target)
        return Math.max(conversations.latest(conversation), queued.get(conversation) ?? 0)
      },
    )
  })

  const $all = computed([$me, $people, $devices, $following, $sources], (me, ...lists) => [me, ...lists.flat()])
  /** Targets whose keys are not in the names of their conversations, and those that may be gone while their messages are not. */
  const $named = computed([$following, $sources], (...lists) => lists.flat())

  const $unread = computed([conversations.$unread, $named], (unread, all) => {
    const followed = new Map(all.map((target) => [conversationOfTarget(target), target.key]))
    const counts = new Map<string, number>()
    for (const [conversation, count] of unread) {
      const key = followed.get(conversation) ?? keyOf(conversation)
      if (key !== undefined) counts.set(key, count)
    }
    return counts
  })

  const $marked = computed([$unread, conversations.$marked, $named], (_unread, marked, all) => {
    const followed = new Map(all.map((target) => [conversationOfTarget(target), target.key]))
    const keys = [...marked]
      .filter(([conversation, mark]) => conversations.newestIncoming(conversation) <= mark)
      .map(([conversation]) => followed.get(conversation) ?? keyOf(conversation))
    return new Set(keys.filter((key) => key !== undefined))
  })

  function timelineOf(target: Target) {
    return target.type === 'device' ? conversations.ofDevice(target.key) : conversations.of(conversationOfTarget(target))
  }

  function find(section: Section, key: string): Target | undefined {
    if (section === 'devices') return $devices.get().find((target) => target.key === key)
    if (section === 'following') return findFollowing($following.get(), key)
    if (section === 'sources') return $sources.get().find((target) => target.key === key)
    const email = normalizeEmail(key)
    if (email === 'me' || email === $account.get()?.email_normalized) return $me.get()
    const known = $people.get().find((target) => target.key === email)
    if (known || !email.includes('@')) return known
    const name = $contactNames.get().get(email) ?? blockedName(mirror, email)
    return { key: email, type: 'email', name: name ?? key.trim(), desc: name ? email : '', muted: false }
  }

  return {
    get me() {
      return $me.get()
    },
    $people,
    $devices,
    $following,
    $sources,
    $last: openLastMessages({ callRaw, mirror, conversations, $ghosts, $pending, $targets: $all, $state, platform }),
    $unread,
    $marked,
    of(push: Push) {
      const conversation = conversationOf(push)
      if (conversation === 'self') return $me.get()
      if (conversation.startsWith('email:')) return find('people', conversation.slice('email:'.length))
      return targetOfConversation($named.get(), conversation)
    },
    sectionOf,
    search(query) {
      return searchTargets($all.get(), query, (target) => timelineOf(target).newest())
    },
    info(target) {
      const recent = timelineOf(target).newestPush()
      const channel = channelOf(target)
      const blurb =
        (channel ?? (target.type === 'source' ? (target.obj as Source) : undefined))?.description || (recent && contentOf(recent))
      const count = target.type === 'channel' ? (channel as Channel).subscriber_count : undefined
      const info: TargetInfo = {}
      if (blurb) info.blurb = blurb
      if (count !== undefined) info.count = count
      if (recent) info.recent = recent
      return info
    },
    find,
  }
}

/** The target key of a conversation that is not a followed target; undefined if the target is gone. */
function keyOf(conversation: string): string | undefined {
  if (conversation === 'self') return 'me'
  return conversation.startsWith('email:') ? conversation.slice('email:'.length) : undefined
}

function contentOf({ title, body, url, file_name }: Push): string | undefined {
  return title || body || file_name || url
}

export function deviceName(device: Pick<Device, 'nickname' | 'model' | 'type'>): string {
  return device.nickname?.trim() || device.model?.trim() || device.type || 'Device'
}

function meOf(account: Account | undefined): Target {
  return { key: 'me', type: 'me', name: 'Me', desc: 'Just you', muted: false, ...pictureOf(account) }
}

/** Names of contacts by address. The name that the user gave goes before the person's own. */
function namesOf(contacts: Iterable<Contact>): Map<string, string> {
  const names = new Map<string, string>()
  for (const { name, email, email_normalized } of contacts) {
    const key = email_normalized || normalizeEmail(email ?? '')
    if (key !== '' && name?.trim()) names.set(key, name.trim())
  }
  return names
}

function chatTarget(chat: Chat, contactNames: Map<string, string>, now: number): Target | undefined {
  const { with: other } = chat
  const key = other?.email_normalized || normalizeEmail(other?.email ?? '')
  if (!other || key === '') return undefined
  const name = contactNames.get(key) || other.name?.trim() || other.email || key
  const desc = name === other.email ? '' : other.email
  return { key, type: 'chat', name, desc, muted: isMuted(chat, now), obj: chat, ...pictureOf(other) }
}

function sourceTarget(source: Source, now: number): Target {
  const { iden, name, topic = '', shared_by } = source
  const desc = shared_by ? (shared_by.name?.trim() ?? '') || shared_by.email : topic
  return {
    key: iden,
    type: 'source',
    name: name?.trim() || topic || iden,
    desc,
    muted: isMuted(source, now),
    obj: source,
    ...pictureOf(source),
  }
}

function deviceTarget(device: Device): Target {
  const name = deviceName(device)
  const made = [device.manufacturer, device.model].filter(Boolean).join(' ')
  const desc = [made, device.manufacturer, device.type].find((line) => line && line !== name) ?? ''
  return { key: device.iden, type: 'device', name, desc, muted: false, obj: device }
}

function pictureOf(from: { image_url?: string | undefined } | undefined): { image_url?: string } {
  return from?.image_url ? { image_url: from.image_url } : {}
}

function targetsOf<T>(objects: Iterable<T>, targetOf: (object: T) => Target | undefined): Map<string, Target> {
  const targets = new Map<string, Target>()
  for (const object of objects) {
    const target = targetOf(object)
    if (target) targets.set(target.key, target)
  }
  return targets
}

function newestOf(ghosts: readonly Ghost[], keysOf: (ghost: Ghost) => (string | undefined)[]): Map<string, number> {
  const newest = new Map<string, number>()
  for (const ghost of ghosts) {
    // A scheduled push moves no target up before its time.
    if (ghost.fields.send_at !== undefined) continue
    for (const key of keysOf(ghost)) if (key !== undefined) newest.set(key, ghost.push.created)
  }
  return newest
}

/** When an object was pinned or archived, in seconds. */
interface Placed {
  pinned?: number
  archived?: number
}

/** Sorts targets: pinned ones first, archived ones last. Returns the same list and the same objects if nothing changed, so that screens do not render again. */
function stableList(): (targets: Map<string, Target>, newest: (target: Target) => number) => readonly Target[] {
  let before: readonly Target[] = []
  return (targets, newest) => {
    const known = new Map(before.map((target) => [target.key, target]))
    const ranked = Array.from(targets.values(), (target) => {
      const at = newest(target)
      const { pinned, archived } = (target.obj ?? {}) as Placed
      // What is newer brings it back, unless it is muted.
      if (archived !== undefined && (target.muted || at <= archived)) target.archived = true
      return { target, at, place: pinned ? 1 : target.archived ? -1 : 0 }
    })
    for (const each of ranked) {
      const old = known.get(each.target.key)
      if (old && same(old, each.target)) each.target = old
    }
    ranked.sort(
      (a, b) =>
        b.place - a.place || b.at - a.at || compareNames(a.target.name, b.target.name) || (a.target.key < b.target.key ? -1 : 1),
    )
    const list = ranked.map(({ target }) => target)
    if (list.length !== before.length || list.some((target, index) => target !== before[index])) before = list
    return before
  }
}

function same(a: Target, b: Target): boolean {
  return (
    a.name === b.name && a.obj === b.obj && a.subscription === b.subscription && a.muted === b.muted && a.archived === b.archived
  )
}

/** The name of a blocked person, of whom there is no chat any more. */
function blockedName(mirror: OpenMirror, email: string): string | undefined {
  for (const { user } of mirror.of('blocks').get().entries.values())
    if (user?.email_normalized === email && user.name !== user.email) return user.name
  return undefined
}
