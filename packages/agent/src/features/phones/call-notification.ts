// Calls of a phone, which are shown like notifications.

import type { MirroredNotification } from '@waypost/protocol'
import { lineOf, type Name } from './shade.ts'

/** How the current call is named to other devices. */
export const callName: Name = { package_name: 'waypost.calls', notification_id: 'call', notification_tag: null }

/**
 * Reads the state of the current call from a packet of the type `telephony`: its notification, or `over`; undefined for other events.
 * @param common the fields that name it to other devices
 */
export function readCall(
  { event, phoneNumber, contactName, isCancel }: Record<string, unknown>,
  common: MirroredNotification,
): MirroredNotification | 'over' | undefined {
  if (event === 'talking' || event === 'missedCall') return 'over'
  if (event !== 'ringing') return undefined
  if (isCancel === true || isCancel === 'true') return 'over'
  return {
    ...common,
    application_name: 'Phone',
    title: 'Incoming call',
    body: lineOf(contactName) || lineOf(phoneNumber) || 'Unknown number',
    created: Math.floor(Date.now() / 1_000),
    dismissable: true,
  }
}
