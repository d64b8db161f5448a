import type { Device } from '@waypost/protocol'
import { type BoxRow, boxType } from '../box.ts'
import { type Change, toSeconds } from '../change.ts'
import type { Value } from '../db/db.ts'
import { filled } from '../paging.ts'

export interface DeviceRow extends BoxRow {
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
}

/** Writes a device, new or changed, with the next stamp of its owner's box. */
export async function saveDevice(tx: Change, device: DeviceRow): Promise<Device> {
  const modified = tx.stamp(device.owner)
  const row: DeviceRow = { ...device, modified, created: device.created || modified }
  await tx.run(upsert, columns.map((name) => row[name]) as Value[])
  const object = deviceObject(row)
  tx.wrote(row.owner, 'devices', object)
  return object
}

/** A device as its owner sees it. */
export function deviceObject(row: DeviceRow): Device {
  const object = { iden: row.iden, active: row.active === 1, created: toSeconds(row.created), modified: toSeconds(row.modified) }
  if (!object.active) return object
  return {
    ...object,
    ...filled({
      nickname: row.nickname,
      generated_nickname: row.generated_nickname === 1,
      manufacturer: row.manufacturer,
      model: row.model,
      type: row.type,
      // Old programs read this field of every device; `stream` is what the service called one that was made by a program.
      kind: row.type ?? 'stream',
      icon: row.icon,
      pushable: true,
      app_version: row.app_version,
      fingerprint: row.fingerprint,
      key_fingerprint: row.key_fingerprint,
      push_token: row.push_token,
      has_mms: row.has_mms === 1,
      remote_files: row.remote_files,
    }),
    // Typed programs fail where this one is missing.
    has_sms: row.has_sms === 1,
  }
}

export const devices = boxType('devices', 'device', deviceObject)

const columns = [
  'iden',
  'owner',
  'active',
  'created',
  'modified',
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
] as const satisfies readonly (keyof DeviceRow)[]

const upsert = `
  INSERT INTO device (iden, owner, active, created, modified, nickname, generated_nickname, manufacturer, model, type, icon,
    app_version, fingerprint, key_fingerprint, push_token, has_sms, has_mms, remote_files)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
  ON CONFLICT (iden) DO UPDATE SET active = $3, modified = $5, nickname = $6, generated_nickname = $7, manufacturer = $8,
    model = $9, type = $10, icon = $11, app_version = $12, fingerprint = $13, key_fingerprint = $14, push_token = $15,
    has_sms = $16, has_mms = $17, remote_files = $18`
