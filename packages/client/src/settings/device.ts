import { createDevice, type Device, deleteDevice, updateDevice } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { PlaceInList } from '../history/target.ts'
import { newestCreatedFirst, openWrites, type WriteDeps } from '../sync/writes.ts'

export interface DeviceActions {
  /** Newest first. */
  readonly $all: ReadableAtom<readonly Device[]>
  /** @throws Refusal */
  create(fields: { nickname?: string; type?: string; model?: string; manufacturer?: string; icon?: string }): Promise<Device>
  rename(iden: string, nickname: string): Promise<boolean>
  place(iden: string, place: PlaceInList): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export function openDevices(deps: WriteDeps): DeviceActions {
  const { create, update, remove } = openWrites(deps, 'devices', 'Device')
  return {
    $all: newestCreatedFirst(deps.mirror.of('devices')),
    create: (fields) => create(createDevice, fields),
    rename: (iden, nickname) => update(updateDevice, { iden, nickname }),
    place: (iden, place) => update(updateDevice, { iden, ...place }),
    remove: (iden) => remove(deleteDevice, iden),
  }
}
