// Removes fields that a viewer may not see from everything sent over the wire, by the table of secret fields.

import { type Call, ObjectsByType, type Schema, type SyncedType } from '@waypost/protocol'
import { secretAt, type Viewer } from './secret-fields.ts'

/** Returns a value without the fields hidden from the viewer. The rest is shared with the original, which stays unchanged. */
type Hide = (value: unknown) => unknown

/** Returns the function that hides a response's secrets from a viewer; undefined if there are none to hide. */
export function hiderOf(call: Call, viewer: Viewer): Hide | undefined {
  const byViewer = ofCalls.get(call) ?? new Map<Viewer, Hide | undefined>()
  if (byViewer.size === 0) ofCalls.set(call, byViewer)
  if (!byViewer.has(viewer)) byViewer.set(viewer, hiderIn(call.gives, viewer, call.name))
  return byViewer.get(viewer)
}

const ofCalls = new WeakMap<Call, Map<Viewer, Hide | undefined>>()

/** An object of a synced type without the fields hidden from a viewer. */
export function hideIn<T extends object>(type: SyncedType, object: T, viewer: Viewer): Partial<T> {
  return (hidersOf(viewer)[type]?.(object) ?? object) as Partial<T>
}

/** Lists of objects by type, without the fields hidden from a viewer; the same lists if nothing is hidden. */
export function hideInAll<T extends ObjectsByType>(objects: T, viewer: Viewer): T {
  const hiders = hidersOf(viewer)
  let shown: Record<string, unknown> | undefined
  for (const type of Object.keys(objects) as SyncedType[]) {
    const hide = hiders[type]
    if (!hide) continue
    shown ??= { ...objects }
    shown[type] = objects[type]?.map(hide)
  }
  return (shown as T | undefined) ?? objects
}

type HidersByType = Partial<Record<SyncedType, Hide>>
const ofViewers = new Map<Viewer, HidersByType>()

function hidersOf(viewer: Viewer): HidersByType {
  const known = ofViewers.get(viewer)
  if (known) return known
  const hiders: HidersByType = {}
  for (const [type, list] of Object.entries(ObjectsByType.entries)) {
    const hide = hiderIn(elementOf(list), viewer)
    if (hide) hiders[type as SyncedType] = hide
  }
  ofViewers.set(viewer, hiders)
  return hiders
}

const elementOf = ({ wrapped }: { wrapped: { item: Schema } }): Schema => wrapped.item

interface Parts {
  wrapped?: Parts
  item?: Parts
  entries?: Record<string, Parts>
  options?: readonly Parts[]
}

/** @param path the path of the schema in the response to the call */
function hiderIn(schema: Schema, viewer: Viewer, call?: string, path = ''): Hide | undefined {
  const { wrapped, item, entries, options } = schema as Parts
  const inside = (part: Parts, at: string) => hiderIn(part as Schema, viewer, call, at)
  if (wrapped) return inside(wrapped, path)
  if (item) {
    const hide = inside(item, `${path}[]`)
    return hide && ((list) => (Array.isArray(list) ? list.map(hide) : list))
  }
  if (entries) {
    const hidden: string[] = []
    const changed: [string, Hide][] = []
    for (const [name, part] of Object.entries(entries)) {
      const at = path === '' ? name : `${path}.${name}`
      if (!maySee(viewer, at, call)) hidden.push(name)
      else {
        const hide = inside(part, at)
        if (hide) changed.push([name, hide])
      }
    }
    return hidden.length + changed.length === 0 ? undefined : (value) => without(value, hidden, changed)
  }
  const hiders = options?.filter((option) => typeof option === 'object').map((option) => inside(option, path))
  const some = hiders?.filter((hide) => hide !== undefined) ?? []
  return some.length === 0 ? undefined : (value) => some.reduce<unknown>((left, hide) => hide(left), value)
}

function maySee(viewer: Viewer, path: string, call: string | undefined): boolean {
  const secret = secretAt(path, call)
  if (secret === undefined) return true
  return secret.seenBy === 'caller' ? call !== undefined : secret.seenBy.includes(viewer)
}

function without(value: unknown, hidden: readonly string[], changed: readonly [string, Hide][]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const shown: Record<string, unknown> = { ...value }
  for (const name of hidden) delete shown[name]
  for (const [name, hide] of changed) if (shown[name] !== undefined) shown[name] = hide(shown[name])
  return shown
}
