import { notPlaced } from '../account/arranged.ts'
import { newRow } from '../db/synced-table.ts'
import type { DeviceRow } from './rows.ts'

interface DeviceFields {
  nickname?: string | undefined
  generated_nickname?: boolean | undefined
  manufacturer?: string | undefined
  model?: string | undefined
  type?: string | undefined
  kind?: string | undefined
  icon?: string | undefined
  app_version?: number | undefined
  fingerprint?: string | undefined
  key_fingerprint?: string | undefined
  push_token?: string | undefined
  has_sms?: boolean | undefined
  has_mms?: boolean | undefined
  remote_files?: string | undefined
  shared_folders?: number | undefined
  mirroring?: string | undefined
}

/** A new device without any fields set. */
export function newDevice(iden: string, owner: string): DeviceRow {
  return {
    ...newRow(owner, iden),
    nickname: null,
    generated_nickname: null,
    manufacturer: null,
    model: null,
    type: null,
    icon: null,
    app_version: null,
    fingerprint: null,
    key_fingerprint: null,
    push_token: null,
    has_sms: null,
    has_mms: null,
    remote_files: null,
    shared_folders: null,
    mirroring: null,
    web_push: null,
    ...notPlaced,
  }
}

/** Applies the given fields to a device. A new nickname no longer counts as generated. */
export function withFields(device: DeviceRow, fields: DeviceFields): DeviceRow {
  const bit = (flag: boolean | undefined, before: number | null) => (flag === undefined ? before : Number(flag))
  const renamed = fields.nickname !== undefined && fields.nickname !== device.nickname
  return {
    ...device,
    nickname: fields.nickname ?? device.nickname,
    generated_nickname: bit(fields.generated_nickname, renamed ? 0 : device.generated_nickname),
    manufacturer: fields.manufacturer ?? device.manufacturer,
    model: fields.model ?? device.model,
    type: fields.type ?? fields.kind ?? device.type,
    icon: fields.icon ?? device.icon,
    app_version: fields.app_version ?? device.app_version,
    fingerprint: fields.fingerprint ?? device.fingerprint,
    key_fingerprint: fields.key_fingerprint ?? device.key_fingerprint,
    push_token: fields.push_token ?? device.push_token,
    has_sms: bit(fields.has_sms, device.has_sms),
    has_mms: bit(fields.has_mms, device.has_mms),
    remote_files: fields.remote_files ?? device.remote_files,
    shared_folders: fields.shared_folders ?? device.shared_folders,
    mirroring: fields.mirroring ?? device.mirroring,
  }
}
