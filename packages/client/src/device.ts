import { createDevice, deleteDevice, updateDevice } from '@waypost/protocol'
import type { DeviceActions } from './actions.ts'
import { newestCreatedFirst, openWrites, type WriteParts } from './writes.ts'

export function openDevices(parts: WriteParts): DeviceActions {
  const { create, update, remove } = openWrites(parts, 'devices', 'Device')
  return {
    $all: newestCreatedFirst(parts.mirror.of('devices')),
    create: (fields) => create(createDevice, fields),
    rename: (iden, nickname) => update(updateDevice, { iden, nickname }),
    remove: (iden) => remove(deleteDevice, iden),
  }
}
