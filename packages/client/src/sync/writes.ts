import { type Call, compareNames, inOrder, Refusal, type SyncedObjects, type SyncedType } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { Failures, Kind } from '../ground/failure.ts'
import type { OpenMirror } from './mirror.ts'

export interface WriteDeps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  failures: Failures
}

/** Creates, updates and deletes objects of one type for the user. The mirror has the result when they return. */
export interface Writes<T extends SyncedType> {
  /** @throws Refusal, already reported */
  create(call: Call, fields: object): Promise<SyncedObjects[T]>
  /** @returns whether it succeeded; a refusal is reported */
  update(call: Call, fields: { iden: string } & Record<string, unknown>): Promise<boolean>
  /** The object disappears once the server has confirmed. @returns whether it succeeded; a refusal is reported */
  remove(call: Call, iden: string): Promise<boolean>
  /** Merges the object of a response. @throws Refusal `bad_answer` */
  take(answer: unknown): SyncedObjects[T]
}

/** Makes the calls that write objects of one type. */
export function openWrites<T extends SyncedType>({ callRaw, mirror, failures }: WriteDeps, type: T, kind: Kind): Writes<T> {
  const take = (answer: unknown) => mirror.take(type, answer)
  return {
    async create(call, fields) {
      try {
        const created = take(await callRaw(call, fields))
        failures.solve('creating', kind)
        return created
      } catch (error) {
        if (error instanceof Refusal) failures.report('creating', kind, error)
        throw error
      }
    },
    update: (call, fields) =>
      failures.attempt(
        'updating',
        kind,
        async () => {
          take(await callRaw(call, fields))
        },
        fields.iden,
      ),
    take,
    async remove(call, iden) {
      const removed = await failures.attempt('deleting', kind, () => callRaw(call, { iden }), iden)
      if (removed) mirror.remove(type, iden)
      return removed
    },
  }
}

/**
 * Merges the push of a response: a waiting push has a time.
 * @param iden of the waiting push that the call was about; it is removed if it was sent
 */
export function takePush(mirror: OpenMirror, answer: unknown, iden?: string): void {
  const waits = typeof answer === 'object' && answer !== null && 'send_at' in answer
  mirror.take(waits ? 'scheduled_pushes' : 'pushes', answer)
  if (!waits && iden !== undefined) mirror.remove('scheduled_pushes', iden)
}

type Entries<T> = ReadableAtom<{ readonly entries: ReadonlyMap<string, T> }>

/** Sorts objects by `created`, newest first, as most lists show them. */
export function newestCreatedFirst<T extends { created: number; iden: string }>(
  $entries: Entries<T>,
): ReadableAtom<readonly T[]> {
  return computed($entries, ({ entries }) => [...entries.values()].sort((one, other) => inOrder(other, one)))
}

/** Sorts objects by name, case-insensitively; leaves out those for which `nameOf` returns undefined. */
export function byLowercase<T extends { iden: string }>(
  $entries: Entries<T>,
  nameOf: (object: T) => string | undefined,
): ReadableAtom<readonly T[]> {
  return computed($entries, ({ entries }) => {
    const named = Array.from(entries.values(), (object) => ({ object, name: nameOf(object)?.toLowerCase() }))
    const shown = named.filter((each): each is { object: T; name: string } => each.name !== undefined)
    shown.sort((a, b) => compareNames(a.name, b.name) || (a.object.iden < b.object.iden ? -1 : 1))
    return shown.map(({ object }) => object)
  })
}
