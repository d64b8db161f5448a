// Reads the objects of a saved mirror, in parts that are quick to merge.

import { type Push, type SyncedType, syncedTypes } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isRecord, isStamp, type Objects } from '../ground/objects.ts'

export const mirrorPrefix = 'mirror.'
export const pushPrefix = `${mirrorPrefix}pushes.`

/** A part of the saved objects, and the stamps from which the pushes of conversations are complete, by conversation name. */
export interface SavedPart {
  objects: Objects
  from: [conversation: string, stamp: number][]
}

/** Roughly how many pushes are merged at once; target lists are redrawn after each merge. */
const together = 2_000

/** Takes a consistent copy of a saved mirror's texts by key: other windows write to the same place. */
export function readSaved(saved: KeyValueStore): [key: string, text: string | undefined][] {
  return saved.keys(mirrorPrefix).map((key) => [key, saved.read(key)])
}

/**
 * Parses saved objects. Read markers come first, so nothing counts as unread meanwhile; the lists of targets come last.
 * @param pause called between the texts
 * @returns undefined if anything cannot be parsed: an object lost here would never be fetched again
 */
export async function parseSaved(
  texts: ReturnType<typeof readSaved>,
  pause: () => Promise<void>,
): Promise<SavedPart[] | undefined> {
  const first: Objects = {}
  const lists: Objects = {}
  const conversations: (Pick<SavedPart, 'from'> & { pushes: Push[] })[] = []
  for (const [name, text] of texts) {
    await pause()
    const entry = parsed(text)
    if (name.startsWith(pushPrefix)) {
      if (!isRecord(entry) || !isStamp(entry.from) || !areSaved<Push>(entry.pushes)) return undefined
      const last = conversations.at(-1)
      const part = last && last.pushes.length < together ? last : { pushes: [], from: [] }
      if (part !== last) conversations.push(part)
      for (const push of entry.pushes) part.pushes.push(push)
      part.from.push([name.slice(pushPrefix.length), entry.from])
    } else {
      const type = name.slice(mirrorPrefix.length) as SyncedType
      if (!syncedTypes.includes(type) || !areSaved<never>(entry)) return undefined
      const objects = type === 'read_markers' ? first : lists
      objects[type] = entry
    }
  }
  return [
    { objects: first, from: [] },
    ...conversations.map(({ pushes, from }) => ({ objects: { pushes }, from })),
    { objects: lists, from: [] },
  ]
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

// Every object was parsed by its schema before it was saved, so this checks only the fields that merging needs.
function areSaved<T>(list: unknown): list is T[] {
  return Array.isArray(list) && list.every(isSaved)
}

function isSaved(object: unknown): boolean {
  return (
    isRecord(object) &&
    typeof object.iden === 'string' &&
    typeof object.created === 'number' &&
    typeof object.modified === 'number'
  )
}
