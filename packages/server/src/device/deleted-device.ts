// What the deletion of a device stops, and what stays.
//
// - Nothing new goes to it: pushes and texts that name it are refused, and a scheduled push isn't sent.
// - Its web push subscription ends (`web-push/watch.ts`), and so does its phone at the SMS gateway, with its messages (`endPhone`).
// - What it sent or received stays in the history, also as its own conversation `device:<iden>`.
// - Its session stays signed in; the list of sessions ends that.

import { Refusal } from '@waypost/protocol'

/** Refuses to send to a device that was deleted, or isn't the account's. @throws Refusal `invalid_param` for `param`, which names it */
export function checkNotDeleted<D extends { active: number }>(
  device: D | undefined,
  param: 'device_iden' | 'target_device_iden' = 'device_iden',
): D {
  if (!device?.active) throw Refusal.param(param)
  return device
}
