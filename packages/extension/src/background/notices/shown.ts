// Remembers what each notification on screen is about, since the background may be stopped before somebody clicks one.

import * as v from 'valibot'
import { readValue, writeValue } from '../../browser/storage.ts'

const name = 'shown'
/** The most notifications remembered; beyond that the oldest close. */
const most = 50

const anything = v.record(v.string(), v.unknown())

const Act = v.variant('does', [
  v.object({ does: v.literal('open'), url: v.string(), label: v.optional(v.string()) }),
  v.object({ does: v.literal('reply') }),
  v.object({ does: v.literal('dismiss') }),
  v.object({ does: v.literal('copy'), text: v.string(), label: v.optional(v.string()) }),
  /** Presses an action of a message, on the server. */
  v.object({ does: v.literal('press'), action: v.string(), label: v.string(), dismisses: v.boolean() }),
  /** Presses a button of a notification on its phone. */
  v.object({ does: v.literal('trigger'), sends: anything, label: v.string() }),
])
export type Act = v.InferOutput<typeof Act>

const Reply = v.variant('to', [
  v.object({ to: v.literal('push'), iden: v.string() }),
  v.object({ to: v.literal('phone'), device: v.string(), answer: anything }),
  v.object({ to: v.literal('text'), device: v.string(), thread: v.string() }),
])
export type Reply = v.InferOutput<typeof Reply>

const Shown = v.object({
  /** When it appeared, in milliseconds since 1970. */
  at: v.number(),
  /** For the reply window. */
  title: v.string(),
  words: v.string(),
  /** Who or what delivered it, e.g. a phone. */
  by: v.optional(v.string()),
  /** The hash of its page in the web client. */
  place: v.string(),
  /** The push it is about. */
  iden: v.optional(v.string()),
  /** The ephemeral to send to the phone when it is closed. */
  dismissal: v.optional(anything),
  code: v.optional(v.string()),
  reply: v.optional(Reply),
  /** The action of a click on the notification; without one, the click opens `place`. */
  main: v.optional(Act),
  buttons: v.array(Act),
})
export type Shown = v.InferOutput<typeof Shown>

const Kept = v.array(v.tuple([v.string(), Shown]))

export interface ShownNotices {
  get(id: string): Promise<Shown | undefined>
  /** @returns the ids of those dropped to make room */
  set(id: string, shown: Omit<Shown, 'at'>): Promise<readonly string[]>
  remove(id: string): Promise<Shown | undefined>
  all(): Promise<ReadonlyMap<string, Shown>>
  clear(): Promise<void>
}

/** Kept for the browser session, like the notifications themselves. */
export function openShown(): ShownNotices {
  let reading: Promise<Map<string, Shown>> | undefined
  const read = () => {
    reading ??= readValue('session', name)
      .then((value) => {
        const { success, output } = v.safeParse(Kept, value)
        return new Map(success ? output : [])
      })
      .catch((error: unknown) => {
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
