import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageBus, sessionBus } from 'dbus-native'
import { UserError } from '../user-error.ts'

/** Where the notifications of a Linux desktop are: https://specifications.freedesktop.org/notification-spec/latest/ */
export const notifications = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const

/** Why a notification is gone, as the signal NotificationClosed tells it. */
export const closeReason = { expired: 1, dismissed: 2, closedByCall: 3 } as const

/** Milliseconds to wait for an answer over the bus. */
export const patience = 5_000

/**
 * A connection to the desktop session of this person, which comes back by itself when it was lost.
 * @throws UserError when there is no such session
 */
export async function openSessionBus(): Promise<MessageBus> {
  const address = busAddress()
  if (address === undefined) throw new UserError('there is no desktop session here')
  const bus = sessionBus({ busAddress: address, reconnect: true, returnBigInt: true })
  // It connects again by itself; whatever is asked in the meantime fails for itself.
  bus.connection.on('error', () => {})
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (cause?: Error) => reject(new UserError(`the desktop session cannot be reached (${cause?.message})`))
      bus.connection.once('connect', resolve)
      bus.connection.once('error', fail)
      bus.connection.once('reconnecting', ({ cause }) => fail(cause))
    })
  } catch (error) {
    void bus.close()
    throw error
  }
  return bus
}

/** A service that was started by the system may have no word of the session, which then stands in its usual place. */
function busAddress(): string | undefined {
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder } = process.env
  if (address) return address
  const usual = folder && join(folder, 'bus')
  return usual && existsSync(usual) ? `unix:path=${usual}` : undefined
}
