// Keeps what phones have said of their notifications, and the replies that are being typed to them.

import { isBlank, notificationReplyLength } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { MirroredPhone } from './mirrored-phone.ts'
import { bounded, listedAgain, type PhoneNotification } from './notification.ts'

/** The state of a phone, as it reported it. */
export interface Known {
  notifications: readonly PhoneNotification[]
  state: MirroredPhone['state']
  connectedAt?: number | undefined
  askedAt?: number | undefined
  stopWaiting?: () => void
  pages: { count: number; items: PhoneNotification[] }
}

export type KnownPhones = ReturnType<typeof openKnownPhones>

const mostPhones = 20

export function openKnownPhones() {
  const $known = atom<ReadonlyMap<string, Known>>(new Map())
  /** Replies that are being typed, by the keys of the notifications. */
  const drafts = new Map<string, string>()

  const find = (key: string) =>
    $known
      .get()
      .get(deviceOf(key))
      ?.notifications.find((each) => each.key === key)

  function update(device: string, change: (known: Known) => Partial<Known>): void {
    const all = new Map($known.get())
    const known = all.get(device) ?? { notifications: [], state: 'live', pages: { count: 0, items: [] } }
    if (!all.has(device) && all.size >= mostPhones) return
    all.set(device, { ...known, ...change(known) })
    $known.set(all)
  }

  function change(key: string, changes: Partial<PhoneNotification>): void {
    update(deviceOf(key), ({ notifications }) => ({
      notifications: notifications.map((each) => (each.key === key ? { ...each, ...changes } : each)),
    }))
  }

  /** What stays of a notification that the phone shows no more: those with a reply that was not handed over. */
  function left(gone: PhoneNotification): PhoneNotification[] {
    if (isBlank(drafts.get(gone.key) ?? '')) {
      drafts.delete(gone.key)
      return []
    }
    const { conversation: _, ...rest } = gone
    return [{ ...rest, actions: [], isGone: true }]
  }

  return {
    /** By device. */
    $known: $known as ReadableAtom<ReadonlyMap<string, Known>>,
    of: (device: string): Known | undefined => $known.get().get(device),
    find,
    update,
    /** Changes a notification, if it is still known. */
    change,
    /** Those with an undelivered reply stay. */
    remove(device: string, isOver: (notification: PhoneNotification) => boolean): void {
      if (!$known.get().get(device)?.notifications.some(isOver)) return
      update(device, ({ notifications }) => ({
        notifications: notifications.flatMap((each) => (isOver(each) ? left(each) : [each])),
      }))
    },
    replace(device: string, items: readonly PhoneNotification[], said: Pick<Known, 'state' | 'connectedAt'>): void {
      update(device, ({ notifications }) => {
        const earlier = new Map(notifications.map((each) => [each.key, each]))
        const listed = items.map((item) => {
          const known = earlier.get(item.key)
          earlier.delete(item.key)
          return listedAgain(known, item)
        })
        const all = [...listed, ...[...earlier.values()].flatMap(left)]
        return { pages: { count: 0, items: [] }, ...said, notifications: bounded(all) }
      })
    },
    markAnswered(key: string, message: string): void {
      change(key, {
        answered: message.slice(0, notificationReplyLength),
        conversation: undefined,
        trouble: undefined,
        busy: undefined,
      })
    },
    draftOf: (key: string): string => drafts.get(key) ?? '',
    keepDraft(key: string, text: string): void {
      if (!find(key)) return
      if (text === '') drafts.delete(key)
      else drafts.set(key, text)
    },
    dropDraft: (key: string): void => void drafts.delete(key),
  }
}

const deviceOf = (key: string): string => key.slice(0, key.indexOf(' '))
