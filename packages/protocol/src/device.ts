import * as v from 'valibot'
import { placeFields, placeShown } from './conversations/arranged.ts'
import { defineCall } from './wire/call.ts'
import { displayName, flag, iden, listQuery, synced, text, whole } from './wire/field.ts'

export const devicesPerAccount = 200

/** A browser, phone or computer of the account. */
export const Device = v.object({
  ...synced,
  nickname: v.optional(v.string()),
  generated_nickname: v.optional(v.boolean()),
  manufacturer: v.optional(v.string()),
  model: v.optional(v.string()),
  /** chrome, firefox, opera, safari, windows, mac, android, ios, linux, etc. */
  type: v.optional(v.string()),
  /** The same as `type`, for older programs. */
  kind: v.optional(v.string()),
  icon: v.optional(v.string()),
  pushable: v.optional(v.boolean()),
  app_version: v.optional(v.number()),
  fingerprint: v.optional(v.string()),
  key_fingerprint: v.optional(v.string()),
  push_token: v.optional(v.string()),
  has_sms: v.optional(v.boolean()),
  has_mms: v.optional(v.boolean()),
  remote_files: v.optional(v.string()),
  /** How many of its folders can be browsed. */
  shared_folders: v.optional(v.number()),
  /** Whether it mirrors its notifications to the other devices: `enabled` or `disabled`. */
  mirroring: v.optional(v.string()),
  /** Whether its browser gets notifications by Web Push. */
  web_push: v.optional(v.boolean()),
  ...placeShown,
})
export type Device = v.InferOutput<typeof Device>

/** Fields of a device that a program may set. */
export const deviceFields = {
  nickname: v.optional(displayName),
  generated_nickname: v.optional(flag),
  manufacturer: v.optional(displayName),
  model: v.optional(displayName),
  type: v.optional(text(40)),
  kind: v.optional(text(40)),
  icon: v.optional(text(40)),
  app_version: v.optional(whole(0, 2 ** 31 - 1)),
  fingerprint: v.optional(text(4_096)),
  key_fingerprint: v.optional(text(4_096)),
  push_token: v.optional(text(4_096)),
  has_sms: v.optional(flag),
  has_mms: v.optional(flag),
  remote_files: v.optional(v.picklist(['disabled', 'enabled'])),
  shared_folders: v.optional(whole(0, 2 ** 31 - 1)),
  mirroring: v.optional(v.picklist(['disabled', 'enabled'])),
}

export const listDevices = defineCall({
  name: 'listDevices',
  method: 'GET',
  path: '/v2/devices',
  does: 'Lists the devices of the account, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ devices: v.array(Device), cursor: v.optional(v.string()) }),
  who: 'account',
  scope: 'devices',
  refuses: ['invalid_cursor'],
})

export const getDevice = defineCall({
  name: 'getDevice',
  method: 'GET',
  path: '/v2/devices/:iden',
  does: 'Returns a device.',
  takes: v.object({ iden }),
  gives: Device,
  who: 'account',
  scope: 'devices',
  refuses: ['not_found'],
})

export const createDevice = defineCall({
  name: 'createDevice',
  method: 'POST',
  path: '/v2/devices',
  does: 'Registers a device.',
  takes: v.object(deviceFields),
  gives: Device,
  who: 'account',
  scope: 'devices',
})

export const updateDevice = defineCall({
  name: 'updateDevice',
  method: 'POST',
  path: '/v2/devices/:iden',
  does: 'Changes the given fields, and pins or archives the device.',
  takes: v.object({ iden, ...deviceFields, ...placeFields }),
  gives: Device,
  who: 'account',
  scope: 'devices',
  refuses: ['not_found'],
})

export const deleteDevice = defineCall({
  name: 'deleteDevice',
  method: 'DELETE',
  path: '/v2/devices/:iden',
  does: 'Deletes a device. Its pushes stay.',
  takes: v.object({ iden }),
  who: 'account',
  scope: 'devices',
  refuses: ['not_found'],
})
