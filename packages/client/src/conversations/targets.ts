// Knows the targets of a session: their lists, what is unread of each, and which one a route or a push means.

import {
  type Account,
  type Channel,
  type Contact,
  conversationOf,
  normalizeEmail,
  type Push,
  type Source,
} from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { channelOf, conversationOfTarget, findFollowing, targetOfConversation } from '../history/following.ts'
import type { Ghost } from '../history/ghost.ts'
import { openMuteClock } from '../history/mutes.ts'
import type { Pending } from '../history/pending.ts'
import { type Found, type Section, sectionOf, type Target, type TargetInfo } from '../history/target.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { type LastMessage, type LastMessageDeps, openLastMessages } from './last-messages.ts'
import { searchTargets } from './search.ts'
import { openTargetLists, pictureOf } from './target-lists.ts'

export { deviceName } from './target-lists.ts'

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
  /** By target key. Messages missing from the mirror are fetched while someone listens. */
  readonly $last: ReadableAtom<ReadonlyMap<string, LastMessage>>
  /**
   * By target key, the number of incoming pushes after the read marker, plus pushes whose reminder brought them back. A target marked as
   * unread may have none.
   */
  readonly $unread: ReadableAtom<ReadonlyMap<string, number>>
  /** The keys of targets that were marked as unread and have received nothing since. */
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

/** The targets of a session. */
export function openTargets({ $account, $state, callRaw, mirror, conversations, $ghosts, $pending, platform }: Deps): Targets {
  const $me = computed($account, meOf)
  const $now = openMuteClock(mirror, platform)

  const $contactNames = computed(mirror.of('contacts'), ({ entries }) => namesOf(entries.values()))
  const { $people, $devices, $following, $sources } = openTargetLists({ mirror, conversations, $ghosts, $contactNames, $now })

  const $all = computed([$me, $people, $devices, $following, $sources], (me, ...lists) => [me, ...lists.flat()])
  /** Targets whose keys differ from their conversation names, and targets that may be gone while their messages remain. */
  const $named = computed([$following, $sources], (...lists) => lists.flat())

  const $unread = computed([conversations.$unread, $named], (unread, all) => {
    const keyIn = keysOf(all)
    const counts = new Map<string, number>()
    for (const [conversation, count] of unread) {
      const key = keyIn(conversation)
      if (key !== undefined) counts.set(key, count)
    }
    return counts
  })

  const $marked = computed([$unread, conversations.$marked, $named], (_unread, marked, all) => {
    const keyIn = keysOf(all)
    const keys = [...marked]
      .filter(([conversation, mark]) => conversations.newestIncoming(conversation) <= mark)
      .map(([conversation]) => keyIn(conversation))
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

/** Finds the target key of a conversation, among these targets and all whose conversations are named by their keys. */
function keysOf(named: readonly Target[]): (conversation: string) => string | undefined {
  const followed = new Map(named.map((target) => [conversationOfTarget(target), target.key]))
  return (conversation) => followed.get(conversation) ?? keyOf(conversation)
}

/** The target key of a conversation that is not a followed target; undefined if the target is gone. */
function keyOf(conversation: string): string | undefined {
  if (conversation === 'self') return 'me'
  return conversation.startsWith('email:') ? conversation.slice('email:'.length) : undefined
}

function contentOf({ title, body, url, file_name }: Push): string | undefined {
  return title || body || file_name || url
}

function meOf(account: Account | undefined): Target {
  return { key: 'me', type: 'me', name: 'Me', desc: 'Just you', muted: false, ...pictureOf(account) }
}

/** By address. The user's own name for a contact takes precedence over the person's. */
function namesOf(contacts: Iterable<Contact>): Map<string, string> {
  const names = new Map<string, string>()
  for (const { name, email, email_normalized } of contacts) {
    const key = email_normalized || normalizeEmail(email ?? '')
    if (key !== '' && name?.trim()) names.set(key, name.trim())
  }
  return names
}

function blockedName(mirror: OpenMirror, email: string): string | undefined {
  for (const { user } of mirror.of('blocks').get().entries.values())
    if (user?.email_normalized === email && user.name !== user.email) return user.name
  return undefined
}
