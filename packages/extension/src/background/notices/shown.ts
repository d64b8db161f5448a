// Remembers what the shown notifications are about, as the background may be stopped before somebody presses one.

import * as v from 'valibot'
import { readValue, writeValue } from '../../browser/storage.ts'

const name = 'shown'
/** Notifications that are remembered at most; the eldest close then. */
const most = 50

const anything = v.record(v.string(), v.unknown())

/** What a press does. */
const Act = v.variant('does', [
  v.object({ does: v.literal('open'), url: v.string(), label: v.optional(v.string()) }),
  v.object({ does: v.literal('reply') }),
  v.object({ does: v.literal('dismiss') }),
  v.object({ does: v.literal('copy'), text: v.string(), label: v.optional(v.string()) }),
  /** Presses an action of a message at the server. */
  v.object({ does: v.literal('press'), action: v.string(), label: v.string(), dismisses: v.boolean() }),
  /** Presses a button of a notification on its phone. */
  v.object({ does: v.literal('trigger'), sends: anything, label: v.string() }),
])
export type Act = v.InferOutput<typeof Act>

/** Where a reply goes. */
const Reply = v.variant('to', [
  v.object({ to: v.literal('push'), iden: v.string() }),
  v.object({ to: v.literal('phone'), device: v.string(), answer: anything }),
  v.object({ to: v.literal('text'), device: v.string(), thread: v.string() }),
])
export type Reply = v.InferOutput<typeof Reply>

const Shown = v.object({
  /** When it was shown, in milliseconds since 1970. */
  at: v.number(),
  /** The words of the notification, for the window of its reply. */
  title: v.string(),
  words: v.string(),
  /** Who or what it came by, e.g. a phone. */
  by: v.optional(v.string()),
  /** The hash of its place in the web client. */
  place: v.string(),
  /** The push that it tells of. */
  iden: v.optional(v.string()),
  /** What is sent to the phone when it is closed. */
  dismissal: v.optional(anything),
  code: v.optional(v.string()),
  reply: v.optional(Reply),
  /** What a press on the notification does; without it, it opens the place. */
  main: v.optional(Act),
  /** The buttons, where the browser has some. */
  buttons: v.array(Act),
})
export type Shown = v.InferOutput<typeof Shown>

const Kept = v.array(v.tuple([v.string(), Shown]))

export interface ShownNotices {
  get(id: string): Promise<Shown | undefined>
  /** @returns the ids of those that there is no room for any more */
  set(id: string, shown: Omit<Shown, 'at'>): Promise<readonly string[]>
  /** @returns what it was */
  remove(id: string): Promise<Shown | undefined>
  all(): Promise<ReadonlyMap<string, Shown>>
  clear(): Promise<void>
}

/** They end with the browser, as notifications do. */
export function openShown(): ShownNotices {
  let reading: Promise<Map<string, Shown>> | undefined
  const read = () => {
    reading ??= readValue('session', name)
      .then((value) => {
        const { success, output } = v.safeParse(Kept, value)
        return new Map(success ? output : [])
      })
      .catch((error: unknown) => {
        // The next call reads again.
        reading = undefined
        throw error
      })
    return reading
  }
  const write = (known: ReadonlyMap<string, Shown>) => writeValue('session', name, [...known])

  return {
    get: async (id) => (await read()).get(id),
    async set(id, shown) {
      const known = await read()
      known.delete(id)
      known.set(id, { ...shown, at: Date.now() })
      const over = [...known.keys()].slice(0, Math.max(0, known.size - most))
      for (const each of over) known.delete(each)
      await write(known)
      return over
    },
    async remove(id) {
      const known = await read()
      const shown = known.get(id)
      if (known.delete(id)) await write(known)
      return shown
    },
    all: read,
    async clear() {
      const known = await read()
      known.clear()
      await write(known)
    },
  }
}
