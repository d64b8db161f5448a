// Makes changes: writes synced rows with their stamps and publishes them on the bus after the commit.

import type { ObjectsByType, Seconds, SyncedObjects, SyncedType } from '@waypost/protocol'
import type { Bus } from './bus/bus.ts'
import { whileBrief } from './db/brief.ts'
import type { Db, Engine, Reader, Value, WriteOptions, Writer } from './db/db.ts'

export const dayMilliseconds = 24 * 60 * 60_000

/** The rows that one change wrote to a box, as published on the bus. Stamps in microseconds. */
export interface BoxChanged {
  /** The newest stamp of the box before and after the change. */
  after: number
  modified: Micros
  objects: ObjectsByType
  /** The objects exceeded the size limit of the bus, so the lists are empty. */
  cut?: true
}

/** The bus subject of a box. */
export const boxSubject = (owner: string) => `box.${owner}`

/** A change in progress. Only a change can give a synced row its stamp. */
export interface Change extends Writer {
  /** The next stamp of a box of the change, in microseconds: later than all its earlier stamps. */
  stamp(owner: string): number
  /** Reports a row as its owner now sees it; it is published to the box after the commit. */
  wrote<T extends SyncedType>(owner: string, type: T, object: SyncedObjects[T]): void
  /** The same for a row that this change writes once. Its object is built after the commit, and only if someone may hear of it. */
  wroteUnheard<T extends SyncedType>(owner: string, type: T, make: () => SyncedObjects[T]): void
  /** Runs work after the commit, and never if the change fails. */
  afterCommit(work: () => void): void
  /** Claims storage for a row that is about to be written. @throws Refusal `storage_quota` */
  claim?(owner: string, bytes: number): Promise<void>
  /** The hash of the token that makes the change, if it matters that its device already knows. */
  by?: string
}

/** Observes the changes to some boxes, within those changes. */
export interface BoxWatch {
  /** Called for each box of every change. */
  watches(owner: string): boolean
  /** Called before the commit with the objects that a change wrote to a box; it may write too, but not to synced tables. */
  changed(tx: Change, owner: string, objects: ObjectsByType): Promise<void>
}

/** Combines two watches. */
export const together = (one: BoxWatch, other: BoxWatch): BoxWatch => ({
  watches: (owner) => one.watches(owner) || other.watches(owner),
  async changed(tx, owner, objects) {
    for (const watch of [one, other]) if (watch.watches(owner)) await watch.changed(tx, owner, objects)
  },
})

/** The only way to write synced rows: stamp, commit, then publish. `owners` are the boxes that the change may write to. */
export type MakeChange = <T>(owners: readonly string[], work: (tx: Change) => Promise<T>, options?: WriteOptions) => Promise<T>

interface ChangerOptions {
  /** Returns microseconds since 1970. */
  now?: () => number
  committed?: (owner: string) => void
  watch?: BoxWatch
  claim?: (reader: Reader, owner: string, bytes: number) => Promise<void>
}

/** Returns a function that makes changes in a store and publishes them on a bus. */
export function changer(db: Db, bus: Bus, { now = microseconds, committed, watch, claim }: ChangerOptions = {}): MakeChange {
  return async function change(owners, work, options) {
    // Boxes are always locked in the same order, so that changes cannot deadlock.
    const sorted = owners.length > 1 ? [...new Set(owners)].sort() : owners
    let change: OneChange | undefined

    async function inOne(writer: Writer) {
      const stamps = await writer.lockBoxes(sorted)
      // A write may be retried from the start: only the last attempt counts.
      change = new OneChange(writer, now, sorted, stamps)
      if (claim) change.claim = (owner, bytes) => claim(writer, owner, bytes)
      const result = await work(change)
      if (watch) for (const box of change.boxes) if (watch.watches(box.owner)) await show(watch, change, box)
      for (const { owner, before, newest } of change.boxes) {
        if (newest > before) writer.keepStamp(owner, newest)
      }
      return result
    }
    const result = await db.write(inOne, sorted, options)

    const { boxes, afterwards } = change as unknown as OneChange
    for (const { owner, before, newest, objects, unmade } of boxes) {
      if (newest === before) continue
      committed?.(owner)
      const subject = boxSubject(owner)
      if (!bus.isHeard(subject)) continue
      for (const add of unmade) add()
      const told: BoxChanged = { after: before, modified: newest, objects }
      bus.publish(subject, told, () => ({ ...told, objects: emptied(objects), cut: true }) satisfies BoxChanged)
    }
    for (const work of afterwards) work()
    return result
  }
}

async function show(watch: BoxWatch, change: OneChange, box: Box): Promise<void> {
  if (box.newest === box.before) return
  for (const add of box.unmade.splice(0)) add()
  await watch.changed(change, box.owner, box.objects)
}

/** One change. The methods are on the prototype, as a change is created for every push. */
class OneChange implements Change {
  readonly boxes: Box[]
  readonly afterwards: (() => void)[] = []
  by?: string
  claim?: (owner: string, bytes: number) => Promise<void>
  readonly #byOwner: ReadonlyMap<string, Box>
  readonly #writer: Writer
  readonly #now: () => number

  get engine(): Engine {
    return this.#writer.engine
  }

  constructor(writer: Writer, now: () => number, owners: readonly string[], stamps: readonly number[]) {
    this.#writer = writer
    this.#now = now
    this.boxes = owners.map((owner, index) => {
      const before = stamps[index] as number
      return { owner, before, newest: before, objects: {}, unmade: [] }
    })
    this.#byOwner = new Map(this.boxes.map((box) => [box.owner, box]))
  }

  stamp(owner: string): number {
    const box = this.#box(owner)
    box.newest = Math.max(this.#now(), box.newest + 1)
    return box.newest
  }

  wrote<T extends SyncedType>(owner: string, type: T, object: SyncedObjects[T]): void {
    const { objects } = this.#box(owner)
    objects[type] ??= []
    const told = objects[type] as (typeof object)[]
    const earlier = told.findIndex(({ iden }) => iden === object.iden)
    if (earlier === -1) told.push(object)
    else told[earlier] = object
  }

  wroteUnheard<T extends SyncedType>(owner: string, type: T, make: () => SyncedObjects[T]): void {
    this.#box(owner).unmade.push(() => this.wrote(owner, type, make()))
  }

  afterCommit(work: () => void): void {
    this.afterwards.push(work)
  }

  all<R>(sql: string, values?: readonly Value[]): Promise<R[]> {
    return this.#writer.all(sql, values)
  }

  one<R>(sql: string, values?: readonly Value[]): Promise<R | undefined> {
    return this.#writer.one(sql, values)
  }

  run(sql: string, values?: readonly Value[]): Promise<number> {
    return this.#writer.run(sql, values)
  }

  send(sql: string, values?: readonly Value[]): void {
    this.#writer.send(sql, values)
  }

  lockBoxes(owners: readonly string[]): Promise<number[]> {
    return this.#writer.lockBoxes(owners)
  }

  keepStamp(owner: string, stamp: Micros): void {
    this.#writer.keepStamp(owner, stamp)
  }

  lock(name: string): Promise<void> {
    return this.#writer.lock(name)
  }

  #box(owner: string): Box {
    const box = this.#byOwner.get(owner)
    if (!box) throw new Error('A change wrote to a box that it did not name.')
    return box
  }
}

const emptied = (objects: ObjectsByType): ObjectsByType => Object.fromEntries(Object.keys(objects).map((type) => [type, []]))

interface Box {
  owner: string
  before: number
  newest: number
  objects: ObjectsByType
  /** Each adds an object that is not built yet. */
  unmade: (() => void)[]
}

let latest = 0

/** A time, or a stamp of a box, in whole microseconds since 1970. The type can't be mixed up with `Seconds`. */
export type Micros = number & { readonly unit?: 'microseconds' }

/** The server's clock in whole microseconds since 1970. Every result is unique, so later work of this process sorts later. */
export function microseconds(): Micros {
  const now = Date.now() * 1_000
  // If the clock was set back by more than a second, follow it.
  latest = now <= latest && latest - now < 1_000_000 ? latest + 1 : now
  return latest
}

/** Converts a stamp to the API's format: seconds, with up to six decimals. */
export const toSeconds = (stamp: Micros): Seconds => stamp / 1e6
export const fromSeconds = (seconds: Seconds): Micros => Math.round(seconds * 1e6)

/** Changes a slice of at most `most` rows, in their owners' boxes at once, as far as time permits. @returns whether more may be left */
export async function changeSlice<R extends { owner: string }>(
  change: MakeChange,
  rows: readonly R[],
  most: number,
  work: (tx: Change, row: R) => Promise<unknown>,
): Promise<boolean> {
  if (rows.length === 0) return false
  const done = await change(
    rows.map(({ owner }) => owner),
    (tx) => whileBrief(rows, (row) => work(tx, row)),
  )
  return done.length < rows.length || rows.length === most
}
