import { forgetEldest } from '@waypost/client/ground/eldest'
import { type Message, type MessageBus, messageType } from 'dbus-native'
import { UserError } from '../user-error.ts'
import { callTimeout, closeReason, notifications, openSessionBus } from './session-bus.ts'

/** A notification shown by any program of this machine. */
export interface SeenNotification {
  id: number
  app: string
  title: string
  /** The body without markup. */
  body: string
  /** An absolute path. */
  icon: string | undefined
  /** The program's D-Bus connection, which tells its notifications from those of other programs. */
  sender: string
}

export interface Monitor {
  close(id: number): Promise<void>
  end(): Promise<void>
}

interface MonitorOptions {
  onShown(notification: SeenNotification): void
  /** A notification was closed by the user or by its program; expiring doesn't count. */
  onClosed(id: number): void
}

/** The most notifications waiting for their id; a desktop that never answers must not fill the memory. */
const maxPending = 200

/**
 * Monitors the notifications of all programs on the message bus
 * (https://dbus.freedesktop.org/doc/dbus-specification.html#bus-messages-become-monitor).
 * @throws UserError if there is no desktop session, or the bus allows no monitors
 */
export async function openMonitor({ onShown, onClosed }: MonitorOptions): Promise<Monitor> {
  const bus = await openSessionBus()
  let monitorBus: MessageBus | undefined
  const pending = new Map<string, Omit<SeenNotification, 'id'>>()

  function onMessage(message: Message): void {
    const { type, member, body = [] } = message
    if (type === messageType.methodCall && member === 'Notify' && message.interface === notifications.interface) {
      const notification = readNotify(message)
      if (!notification) return
      pending.set(`${message.sender} ${message.serial}`, notification)
      forgetEldest(pending, maxPending)
    } else if (type === messageType.methodReturn) {
      const key = `${message.destination} ${message.replySerial}`
      const notification = pending.get(key)
      const [id] = body
      pending.delete(key)
      if (notification && typeof id === 'number') onShown({ ...notification, id })
    } else if (type === messageType.signal && member === 'NotificationClosed') {
      const [id, reason] = body
      if (typeof id === 'number' && reason !== closeReason.expired) onClosed(id)
    }
  }

  async function becomeMonitor(): Promise<void> {
    await monitorBus?.invokeDbus(
      {
        interface: 'org.freedesktop.DBus.Monitoring',
        member: 'BecomeMonitor',
        signature: 'asu',
        body: [
          [
            `type='method_call',interface='${notifications.interface}',member='Notify'`,
            `type='method_return',sender='${notifications.destination}'`,
            `type='signal',interface='${notifications.interface}',member='NotificationClosed'`,
          ],
          0,
        ],
      },
      { timeout: callTimeout },
    )
  }

  try {
    monitorBus = await openSessionBus()
    await becomeMonitor()
  } catch (error) {
    await Promise.all([bus.close(), monitorBus?.close()])
    if (error instanceof UserError) throw error
    throw new UserError(`this desktop session does not allow programs to see notifications (${(error as Error).message})`)
  }
  monitorBus.connection.on('message', onMessage)
  // Pending notifications are lost with the connection.
  monitorBus.on('reconnected', () => void becomeMonitor().catch(() => {}))

  return {
    async close(id) {
      try {
        await bus.invoke({ ...notifications, member: 'CloseNotification', signature: 'u', body: [id] }, { timeout: callTimeout })
      } catch {
        // The notification is already gone, which some desktops report as an error.
      }
    },
    async end() {
      await Promise.all([bus.close(), monitorBus?.close()])
    },
  }
}

/** Parses a call of Notify; undefined for transient notifications, such as the volume. */
function readNotify({ sender, body = [] }: Message): Omit<SeenNotification, 'id'> | undefined {
  const [app, , icon, title, text, , hints] = body
  const { transient, 'image-path': image } = (hints ?? {}) as Record<string, unknown>
  const isPassing = Object.keys(hints ?? {}).some((hint) => /^x-canonical-private-(synchronous|icon-only)$/.test(hint))
  if (transient === true || isPassing || sender === undefined) return undefined
  if (typeof app !== 'string' || typeof title !== 'string' || typeof text !== 'string') return undefined
  const picture = [image, icon].find((path) => typeof path === 'string' && path !== '')
  return { app, title, body: withoutMarkup(text), icon: pathOf(picture as string | undefined), sender }
}

function pathOf(icon: string | undefined): string | undefined {
  if (icon?.startsWith('/')) return icon
  if (!icon?.startsWith('file:///') || !URL.canParse(icon)) return undefined
  return decodeURIComponent(new URL(icon).pathname)
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#39;': "'", '&amp;': '&' }

/** Strips the markup that bodies may contain. A program unaware of markup may use a plain `<`. */
function withoutMarkup(text: string): string {
  return text
    .replace(/<\/?(b|i|u|a|img)(\s[^<>]*)?\/?>/gi, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/&(lt|gt|quot|apos|#39|amp);/g, (entity) => entities[entity] ?? entity)
}
