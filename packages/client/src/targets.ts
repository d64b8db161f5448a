import { type Account, type Chat, type Device, normalizeEmail } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import type { Mirror, Targets } from './client.ts'
import type { Conversations } from './conversations.ts'
import type { Ghost } from './outbox.ts'
import type { Target } from './target.ts'

interface Parts {
  $account: ReadableAtom<Account | undefined>
  mirror: Mirror
  conversations: Conversations
  $ghosts: ReadableAtom<readonly Ghost[]>
}

const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

export function openTargets({ $account, mirror, conversations, $ghosts }: Parts): Targets {
  const $me = computed($account, meOf)

  const people = keeper()
  const $people = computed([mirror.of('chats'), conversations.$order, $ghosts], ({ rows }, _order, ghosts) => {
    const queued = newestOf(ghosts, (ghost) => [ghost.conversation])
    return people(targetsOf(rows.values(), chatTarget), (target) => {
      const conversation = `email:${target.key}`
      return Math.max(conversations.of(conversation).newest(), queued.get(conversation) ?? 0)
    })
  })

  const devices = keeper()
  const $devices = computed([mirror.of('devices'), conversations.$order, $ghosts], ({ rows }, _order, ghosts) => {
    const queued = newestOf(ghosts, ({ push }) => [push.target_device_iden, push.source_device_iden])
    return devices(targetsOf(rows.values(), deviceTarget), ({ key }) =>
      Math.max(conversations.ofDevice(key).newest(), queued.get(key) ?? 0),
    )
  })

  return {
    get me() {
      return $me.get()
    },
    $people,
    $devices,
    $unread: conversations.$unread,
    find(section, key) {
      if (section === 'devices') return $devices.get().find((target) => target.key === key)
      const email = normalizeEmail(key)
      if (email === 'me' || email === $account.get()?.email_normalized) return $me.get()
      const known = $people.get().find((target) => target.key === email)
      if (known || !email.includes('@')) return known
      return { key: email, type: 'email', name: key.trim(), desc: '', muted: false }
    },
  }
}

/** What a device is called. */
export function deviceName(device: Pick<Device, 'nickname' | 'model' | 'type'>): string {
  return device.nickname?.trim() || device.model?.trim() || device.type || 'Device'
}

function meOf(account: Account | undefined): Target {
  return { key: 'me', type: 'me', name: 'Me', desc: 'Just you', muted: false, ...pictureOf(account) }
}

function chatTarget(chat: Chat): Target | undefined {
  const { with: other } = chat
  const key = other?.email_normalized || normalizeEmail(other?.email ?? '')
  if (!other || key === '') return undefined
  const name = other.name?.trim() || other.email || key
  const desc = name === other.email ? '' : other.email
  return { key, type: 'chat', name, desc, muted: chat.muted ?? false, obj: chat, ...pictureOf(other) }
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
  for (const ghost of ghosts) for (const key of keysOf(ghost)) if (key !== undefined) newest.set(key, ghost.push.created)
  return newest
}

/** Sorts targets, and hands out the same list and the same targets as long as they say the same, so that a screen need not draw. */
function keeper(): (targets: Map<string, Target>, newest: (target: Target) => number) => readonly Target[] {
  let before: readonly Target[] = []
  return (targets, newest) => {
    for (const old of before) if (same(old, targets.get(old.key))) targets.set(old.key, old)
    const ranked = Array.from(targets.values(), (target) => ({ target, at: newest(target) }))
    ranked.sort((a, b) => b.at - a.at || byName.compare(a.target.name, b.target.name) || (a.target.key < b.target.key ? -1 : 1))
    const list = ranked.map(({ target }) => target)
    if (list.length !== before.length || list.some((target, index) => target !== before[index])) before = list
    return before
  }
}

function same(a: Target, b: Target | undefined): boolean {
  return b !== undefined && a.obj === b.obj
}
