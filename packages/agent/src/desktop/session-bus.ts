import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageBus, sessionBus } from 'dbus-native'
import { UserError } from '../user-error.ts'

/** The notification service of a Linux desktop: https://specifications.freedesktop.org/notification-spec/latest/ */
export const notifications = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const

/** The reasons in the signal NotificationClosed. */
export const closeReason = { expired: 1, dismissed: 2, closedByCall: 3 } as const

/** The timeout of calls over the bus, in milliseconds. */
export const callTimeout = 5_000

/** Connects to the user's session bus; the connection is restored if it is lost. @throws UserError if there is no desktop session */
export async function openSessionBus(): Promise<MessageBus> {
  const address = busAddress()
  if (address === undefined) throw new UserError('there is no desktop session here')
  const bus = sessionBus({ busAddress: address, reconnect: true, returnBigInt: true })
  // The library reconnects; calls made in the meantime fail on their own.
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

/**
 * Returns the bus address: `DBUS_SESSION_BUS_ADDRESS`, else the default path if it exists. A service started at boot doesn't have the
 * variable.
 */
function busAddress(): string | undefined {
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder } = process.env
  if (address) return address
  const defaultPath = folder && join(folder, 'bus')
  return defaultPath && existsSync(defaultPath) ? `unix:path=${defaultPath}` : undefined
}
