// Builds the sorted lists of targets that the sections show, from the mirror and the ghosts.

import { type Chat, compareNames, type Device, normalizeEmail, type Source } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { conversationOfTarget, followingTargets } from '../history/following.ts'
import type { Ghost } from '../history/ghost.ts'
import { isMuted } from '../history/mutes.ts'
import type { Target } from '../history/target.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'

interface Deps {
  mirror: OpenMirror
  conversations: Conversations
  $ghosts: ReadableAtom<readonly Ghost[]>
  /** By address, as the user has named people. */
  $contactNames: ReadableAtom<Map<string, string>>
  /** In seconds; it changes when a mute is over. */
  $now: ReadableAtom<number>
}

/** The lists of all sections. Each stays the same object, with the same targets in it, as long as nothing in it changes. */
export function openTargetLists({ mirror, conversations, $ghosts, $contactNames, $now }: Deps) {
  const { $order } = conversations

  /** When the newest message of a target was written, with those that are queued. */
  const newestWith =
    (queued: Map<string, number>, nameOf = conversationOfTarget) =>
    (target: Target) =>
      Math.max(conversations.latest(conversationOfTarget(target)), queued.get(nameOf(target)) ?? 0)

  const people = stableList()
  const $people = computed(
    [mirror.of('chats'), $contactNames, $now, $order, $ghosts],
    ({ entries }, contactNames, now, _order, ghosts) =>
      people(
        targetsOf(entries.values(), (chat) => chatTarget(chat, contactNames, now)),
        newestWith(newestOf(ghosts, inConversation)),
      ),
  )

  const devices = stableList()
  const $devices = computed([mirror.of('devices'), $order, $ghosts], ({ entries }, _order, ghosts) =>
    devices(
      targetsOf(entries.values(), deviceTarget),
      newestWith(newestOf(ghosts, withDevices), ({ key }) => key),
    ),
  )

  const following = stableList()
  const $following = computed(
    [mirror.of('channels'), mirror.of('subscriptions'), mirror.of('grants'), $now, $order, $ghosts],
    (channels, subscriptions, grants, now, _order, ghosts) =>
      following(
        followingTargets(channels.entries, subscriptions.entries, grants.entries, now),
        newestWith(newestOf(ghosts, inConversation)),
      ),
  )

  const sources = stableList()
  const $sources = computed([mirror.of('sources'), $now, $order, $ghosts], ({ entries }, now, _order, ghosts) =>
    sources(
      targetsOf(entries.values(), (source) => sourceTarget(source, now)),
      newestWith(newestOf(ghosts, inConversation)),
    ),
  )

  return { $people, $devices, $following, $sources }
}

const inConversation = ({ conversation }: Ghost) => [conversation]
const withDevices = ({ push }: Ghost) => [push.target_device_iden, push.source_device_iden]

/** The name of a device, as its owner gave it or by what it is. */
export function deviceName(device: Pick<Device, 'nickname' | 'model' | 'type'>): string {
  return device.nickname?.trim() || device.model?.trim() || device.type || 'Device'
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

export function pictureOf(from: { image_url?: string | undefined } | undefined): { image_url?: string } {
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

/** By what `keysOf` names, when the newest ghost was written, in seconds. */
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
      // Newer messages unarchive it, unless it is muted.
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
