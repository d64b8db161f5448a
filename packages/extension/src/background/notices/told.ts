// Remembers what this browser has been told of, also across restarts: everything is told of once.

import * as v from 'valibot'
import { readValue, writeValue } from '../../browser/storage.ts'

const name = 'told'
/** The most that is remembered one by one. What is older than all of it counts as told. */
const most = 1_000

const Kept = v.object({
  /** The device that this browser was at that time: another one is another sign-in. */
  device: v.string(),
  /** The stamp, in seconds, up to which everything was told of. */
  upTo: v.number(),
  /** Names with their stamps. */
  told: v.array(v.tuple([v.string(), v.number()])),
  /** Names of what was about to open when this was written. */
  opening: v.array(v.string()),
})
type Kept = v.InferOutput<typeof Kept>

/** Something that is told of once, and its stamp in seconds. */
export interface Tellable {
  name: string
  stamp: number
}

export interface Told {
  /** Nothing was told of in this sign-in yet. */
  readonly isFirst: boolean
  /** Counts everything up to a stamp as told. */
  begin(stamp: number): Promise<void>
  has(tellable: Tellable): boolean
  /** Whether it was about to open when the background stopped: nobody knows whether it did. */
  wasOpening(name: string): boolean
  /** Remembers that this is about to open. Once it resolves, that outlives the background. */
  opens(names: readonly string[]): Promise<void>
  /** Remembers that this was told of. Once it resolves, that outlives the background. */
  add(tellables: readonly Tellable[]): Promise<void>
}

/** Reads what was told of in the sign-in of a device. */
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
