import { type Device, devicesPerAccount } from '@waypost/protocol'
import { type PlaceColumns, placeObject } from '../account/arranged.ts'
import type { Change } from '../change.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { filled } from '../objects.ts'
import { iconOf } from './icon.ts'

export interface DeviceRow extends SyncedRow, PlaceColumns {
  nickname: string | null
  generated_nickname: number | null
  manufacturer: string | null
  model: string | null
  type: string | null
  icon: string | null
  app_version: number | null
  fingerprint: string | null
  key_fingerprint: string | null
  push_token: string | null
  has_sms: number | null
  has_mms: number | null
  remote_files: string | null
  shared_folders: number | null
  mirroring: string | null
  /** 1 while it has a web push subscription. */
  web_push: number | null
}

/** Saves a device. */
export const saveDevice = async (tx: Change, device: DeviceRow): Promise<Device> =>
  deviceObject(await saveSynced(tx, devices, device))

/** A device as its owner sees it. */
export const deviceObject = (row: DeviceRow): Device =>
  syncedObject(row, () => ({
    ...filled({
      nickname: row.nickname,
      generated_nickname: row.generated_nickname === 1,
      manufacturer: row.manufacturer,
      model: row.model,
      type: row.type,
      // Old programs read this field; `stream` is the original service's value for devices that were created by a program.
      kind: row.type ?? 'stream',
      icon: iconOf(row),
      pushable: true,
      app_version: row.app_version,
      fingerprint: row.fingerprint,
      key_fingerprint: row.key_fingerprint,
      push_token: row.push_token,
      has_mms: row.has_mms === 1,
      remote_files: row.remote_files,
      shared_folders: row.shared_folders,
      mirroring: row.mirroring,
      web_push: row.web_push === 1,
    }),
    ...placeObject(row),
    // Statically typed programs fail without this field.
    has_sms: row.has_sms === 1,
  }))

export const devices = savedTable('devices', 'device', deviceObject, {
  changing: [
    'nickname',
    'generated_nickname',
    'manufacturer',
    'model',
    'type',
    'icon',
    'app_version',
    'fingerprint',
    'key_fingerprint',
    'push_token',
    'has_sms',
    'has_mms',
    'remote_files',
    'shared_folders',
    'mirroring',
    'web_push',
    'pinned',
    'archived',
  ],
  room: { most: devicesPerAccount, names: 'devices', advice: 'Delete some first.' },
})
