// Remembers what this browser has notified, across restarts too, so everything is notified once.

import * as v from 'valibot'
import { readValue, writeValue } from '../../browser/storage.ts'

const name = 'told'
/** The most remembered one by one. Anything older than all of them counts as notified. */
const most = 1_000

const Kept = v.object({
  /** The device this browser was then: a different one means a new sign-in. */
  device: v.string(),
  /** The stamp, in seconds, up to which everything has been notified. */
  upTo: v.number(),
  told: v.array(v.tuple([v.string(), v.number()])),
  /** Names of links that were about to open when this was written. */
  opening: v.array(v.string()),
})
type Kept = v.InferOutput<typeof Kept>

/** Something that is notified once, and its stamp in seconds. */
export interface Tellable {
  name: string
  stamp: number
}

export interface Told {
  /** Nothing has been notified in this sign-in yet. */
  readonly isFirst: boolean
  /** Counts everything up to a stamp as notified. */
  begin(stamp: number): Promise<void>
  has(tellable: Tellable): boolean
  /** Whether it was about to open when the background stopped, so it may or may not have opened. */
  wasOpening(name: string): boolean
  /** Records that these are about to open. Once it resolves, the record outlives the background. */
  opens(names: readonly string[]): Promise<void>
  /** Records that these were notified. Once it resolves, the record outlives the background. */
  add(tellables: readonly Tellable[]): Promise<void>
}

/** Reads what has been notified since a device signed in. */
export async function readTold(device: string): Promise<Told> {
  const { success, output } = v.safeParse(Kept, await readValue('local', name))
  const known = success && output.device === device ? output : undefined
  let upTo = known?.upTo ?? 0
  let isFirst = known === undefined
  const told = new Map(known?.told)
  const before = new Set(known?.opening)
  const opening = new Set(before)

  function write(): Promise<void> {
    const kept: Kept = { device, upTo, told: [...told], opening: [...opening] }
    return writeValue('local', name, kept)
  }

  function forgetEldest(): void {
    if (told.size <= most) return
    const sorted = [...told].sort(([, one], [, other]) => one - other)
    for (const [each, stamp] of sorted.slice(0, told.size - most)) {
      told.delete(each)
      upTo = Math.max(upTo, stamp)
    }
  }

  return {
    get isFirst() {
      return isFirst
    },
    begin(stamp) {
      isFirst = false
      upTo = Math.max(upTo, stamp)
      return write()
    },
    has: ({ name: each, stamp }) => stamp <= upTo || told.has(each),
    wasOpening: (each) => before.has(each),
    opens(names) {
      for (const each of names) opening.add(each)
      return write()
    },
    add(tellables) {
      for (const { name: each, stamp } of tellables) {
        told.set(each, stamp)
        opening.delete(each)
        before.delete(each)
      }
      forgetEldest()
      return write()
    },
  }
}
