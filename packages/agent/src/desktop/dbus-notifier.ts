import { listeners } from '@waypost/client/ground/listeners'
import { type Message, type MessageBus, messageType, Variant } from 'dbus-native'
import { UserError } from '../user-error.ts'
import { appName, type EndedNote, type Note, type Notifier } from './notifier.ts'
import { callTimeout, closeReason, notifications, openSessionBus } from './session-bus.ts'

/** The action that stands for a click on the notification itself. */
const clickAction = 'default'
/** The action that shows a reply field, on desktops that list it as a capability. */
const replyAction = 'inline-reply'

/** Shows notifications on a Linux desktop. @throws UserError if there is none */
export async function openDbusNotifier(): Promise<Notifier> {
  const bus = await openSessionBus()
  const { on, emit: tell } = listeners<EndedNote>()
  const ids = new Map<string, number>()
  const asking = new Set<Promise<void>>()
  let capabilities: readonly string[]
  try {
    capabilities = await call<string[]>(bus, { member: 'GetCapabilities' })
    await bus.addMatch(`type='signal',sender='${notifications.destination}',interface='${notifications.interface}'`)
  } catch {
    await bus.close()
    throw new UserError('this desktop session has no notification service')
  }

  bus.connection.on('message', (message: Message) => {
    if (message.type !== messageType.signal || message.interface !== notifications.interface) return
    // The user may close the notification before the call returns its id.
    void Promise.allSettled(asking).then(() => hear(message))
  })

  function hear(message: Message): void {
    const [id, word] = message.body ?? []
    const key = [...ids].find(([, known]) => known === id)?.[0]
    if (key === undefined) return
    if (message.member === 'ActionInvoked') {
      ids.delete(key)
      tell(word === clickAction ? { key, by: 'click' } : { key, by: 'action', action: String(word) })
    } else if (message.member === 'NotificationReplied') {
      ids.delete(key)
      tell({ key, by: 'reply', text: String(word) })
    } else if (message.member === 'NotificationClosed') {
      ids.delete(key)
      if (word === closeReason.dismissed) tell({ key, by: 'close' })
    }
  }

  async function show(note: Note): Promise<void> {
    const asked = ask(note)
    asking.add(asked)
    try {
      await asked
    } finally {
      asking.delete(asked)
    }
  }

  async function ask({ key, title, body, address, actions = [], reply, urgency }: Note): Promise<void> {
    const canAct = capabilities.includes('actions')
    const offered = [
      // Without this action a click would only close the notification.
      ...(address === undefined ? [] : [clickAction, 'Open']),
      ...(reply !== undefined && capabilities.includes(replyAction) ? [replyAction, reply] : []),
      // A phone's action with the same name as the reply field isn't a reply field.
      ...actions.filter(({ key }) => key !== replyAction).flatMap((action) => [action.key, action.label]),
    ]
    const id = await call<number>(bus, {
      member: 'Notify',
      signature: 'susssasa{sv}i',
      body: [
        appName,
        ids.get(key) ?? 0,
        '',
        title,
        capabilities.includes('body-markup') ? escaped(body) : body,
        canAct ? offered : [],
        { 'desktop-entry': 'waypost', category: 'im.received', ...hintsOf(urgency) },
        -1,
      ],
    })
    ids.set(key, id)
  }

  async function close(key: string): Promise<void> {
    const id = ids.get(key)
    if (id === undefined) return
    // Remove it first, so its closing isn't attributed to the user.
    ids.delete(key)
    try {
      await call(bus, { member: 'CloseNotification', signature: 'u', body: [id] })
    } catch {
      // The notification is already gone, which some desktops report as an error.
    }
  }

  return { show, close, onEnd: on, end: () => bus.close() }
}

function call<T>(bus: MessageBus, message: Message): PromiseLike<T> {
  return bus.invoke<T>({ ...notifications, ...message }, { timeout: callTimeout })
}

function hintsOf(urgency: Note['urgency']): Record<string, unknown> {
  if (urgency === 'low') return { urgency: new Variant('y', 0), 'suppress-sound': true }
  return urgency === 'high' ? { urgency: new Variant('y', 2) } : {}
}

/** Escapes the body if the desktop renders markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
