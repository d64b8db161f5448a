import { ownerTypes, ownTypes, type Scope, type ServerFrame, type SyncedType, tickleSubtype, typeScopes } from '@waypost/protocol'
import { type BoxChanged, toSeconds } from '../change.ts'
import { type FrameBytes, frameBytes } from '../http/live/connection.ts'
import { hideInAll } from '../http/rights/hide.ts'
import type { Viewer } from '../http/rights/secret-fields.ts'

export const nop = frameText({ type: 'nop' })
export const reconnect = frameText({ type: 'reconnect' })

/** The frames of one change, built when first needed and shared by all listeners. */
export interface ChangeFrames {
  /** For listeners of the public protocol: a tickle for each changed type. */
  plain(): FrameBytes[]
  /** For our own clients: one tickle with the objects. */
  delta(): FrameBytes
}

export function framesOf({ after, modified, objects, cut }: BoxChanged): ChangeFrames {
  const types = Object.keys(objects) as SyncedType[]
  const subtypes = types.map((type) => tickleSubtype[type])
  let plain: FrameBytes[] | undefined
  let delta: FrameBytes | undefined
  return {
    plain() {
      plain ??= types
        .filter((type) => !ownTypes.some((own) => own === type))
        .map((type) => frameText({ type: 'tickle', subtype: tickleSubtype[type] }))
      return plain
    },
    delta() {
      delta ??= frameText({
        type: 'tickle',
        subtype: subtypes.includes('push') ? 'push' : (subtypes[0] ?? 'push'),
        after: toSeconds(after),
        modified: toSeconds(modified),
        // A client that gets no objects fetches the changes.
        ...(cut ? {} : { objects }),
      })
      return delta
    },
  }
}

/** A change without the parts hidden from a viewer: secrets, and for apps, whole types. */
export function forViewer(changed: BoxChanged, viewer: Viewer): BoxChanged {
  const seen = viewer === 'app' ? without(changed, (type) => ownerTypes.includes(type)) : changed
  const objects = hideInAll(seen.objects, viewer)
  return objects === seen.objects ? seen : { ...seen, objects }
}

/** A change without the types that a token with these scopes may not see; undefined if nothing is left. */
export function forScopes(changed: BoxChanged, scopes: readonly Scope[]): BoxChanged | undefined {
  const left = without(changed, (type) => !scopes.some((scope) => scope === typeScopes[type]))
  return Object.keys(left.objects).length > 0 ? left : undefined
}

function without(changed: BoxChanged, hides: (type: SyncedType) => boolean): BoxChanged {
  const objects = { ...changed.objects }
  for (const type of Object.keys(objects) as SyncedType[]) if (hides(type)) delete objects[type]
  return { ...changed, objects }
}

function frameText(frame: ServerFrame): FrameBytes {
  return frameBytes(JSON.stringify(frame))
}
