import { fileUrl, isFirefox } from '../extension.ts'

/** The contents of a notification. */
export interface Drawn {
  title: string
  message: string
  /** A separate line, e.g. for the sender; Firefox shows it as part of the message. */
  context?: string | undefined
  /** `data:` URLs: a picture that cannot be loaded would take the notification with it. */
  icon?: string | undefined
  image?: string | undefined
  /** At most two; Firefox has no buttons. */
  buttons?: readonly string[]
  silent?: boolean
  /** Stays until it is clicked or closed. */
  stays?: boolean
}

/** In characters. */
const most = { title: 200, message: 1_000, context: 200, button: 60 }

/** The extension's icon, which can always be loaded. */
const ownIcon = 'icons/icon-128.png'

/** By id, how many `onClosed` events to expect from Firefox for notifications that this program closed or replaced. */
const ownClosings = new Map<string, number>()

async function expectClosing(id: string): Promise<void> {
  if (isFirefox && (await shownNotifications()).includes(id)) ownClosings.set(id, (ownClosings.get(id) ?? 0) + 1)
}

function wasOwnClosing(id: string): boolean {
  const expected = ownClosings.get(id)
  if (expected === undefined) return false
  if (expected > 1) ownClosings.set(id, expected - 1)
  else ownClosings.delete(id)
  return true
}

/** Shows a notification, or replaces the one with this id. A picture that fails to load is left out. */
export async function showNotification(id: string, drawn: Drawn): Promise<void> {
  await expectClosing(id)
  for (const tried of [drawn, { ...drawn, image: undefined }, { ...drawn, image: undefined, icon: undefined }]) {
    try {
      await chrome.notifications.create(id, optionsOf(tried))
      return
    } catch (error) {
      if (tried.icon === undefined && tried.image === undefined) throw error
    }
  }
}

/** Updates a notification on screen, silently. Firefox can't. @returns whether it was updated */
export async function changeNotification(id: string, drawn: Drawn): Promise<boolean> {
  if (isFirefox) return false
  return chrome.notifications.update(id, optionsOf(drawn)).catch(() => false)
}

function optionsOf(drawn: Drawn): chrome.notifications.NotificationCreateOptions {
  const { title, message, context, icon, image, buttons = [], silent = false, stays = false } = drawn
  const said = isFirefox ? [message, context].filter(Boolean).join('\n') : message
  return {
    type: image === undefined ? 'basic' : 'image',
    iconUrl: icon ?? fileUrl(ownIcon),
    title: title.slice(0, most.title),
    message: said.slice(0, most.message),
    // Firefox rejects unknown options.
    ...(!isFirefox && {
      ...(context !== undefined && { contextMessage: context.slice(0, most.context) }),
      ...(image !== undefined && { imageUrl: image }),
      buttons: buttons.slice(0, 2).map((each) => ({ title: each.slice(0, most.button) })),
      silent,
      requireInteraction: stays,
    }),
  }
}

/** Closes a notification if it is on screen. */
export async function clearNotification(id: string): Promise<void> {
  await expectClosing(id)
  await chrome.notifications.clear(id)
}

/** The ids of the notifications on screen. */
export const shownNotifications = async (): Promise<readonly string[]> => Object.keys(await chrome.notifications.getAll())

interface Presses {
  /** @param button undefined for a click on the notification itself */
  pressed(id: string, button: number | undefined): void
  /** Closed by the person or removed by the system: browsers report both the same way. */
  closed(id: string): void
}

/** Calls back when somebody clicks or closes a notification. Must be called in the first turn of the background. */
export function onNotificationPress({ pressed, closed }: Presses): void {
  chrome.notifications.onClicked.addListener((id) => pressed(id, undefined))
  chrome.notifications.onButtonClicked?.addListener(pressed)
  chrome.notifications.onClosed.addListener((id, byPerson) => {
    if (!wasOwnClosing(id) && byPerson) closed(id)
  })
}
