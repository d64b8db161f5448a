import { createDevice, type Device, deleteDevice, Refusal, updateDevice } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import type { Calls } from './call.ts'
import type { DeviceActions } from './client.ts'
import type { Failures } from './failure.ts'
import type { OpenMirror } from './mirror.ts'

export function openDevices({
  ask,
  mirror,
  failures,
}: {
  ask: Calls['ask']
  mirror: OpenMirror
  failures: Failures
}): DeviceActions {
  return {
    $all: newestCreatedFirst<Device>(mirror.of('devices')),
    async create(fields) {
      try {
        return mirror.take('devices', await ask(createDevice, fields))
      } catch (error) {
        if (error instanceof Refusal) failures.tell('creating', 'Device', error)
        throw error
      }
    },
    async rename(iden, nickname) {
      await failures.attempt('updating', 'Device', async () => {
        mirror.take('devices', await ask(updateDevice, { iden, nickname }))
      })
    },
    async remove(iden) {
      if (await failures.attempt('deleting', 'Device', () => ask(deleteDevice, { iden }))) mirror.remove('devices', iden)
    },
  }
}

/** Objects in the order in which lists show them. */
export function newestCreatedFirst<T extends { created: number; iden: string }>(
  $rows: ReadableAtom<{ readonly rows: ReadonlyMap<string, T> }>,
): ReadableAtom<readonly T[]> {
  return computed($rows, ({ rows }) => [...rows.values()].sort((a, b) => b.created - a.created || (a.iden < b.iden ? 1 : -1)))
}
