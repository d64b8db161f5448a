// Shows notifications of the browser.

import { fileUrl, isFirefox } from '../extension.ts'

/** What a notification shows. */
export interface Drawn {
  title: string
  message: string
  /** A line of its own, e.g. who it is from; Firefox shows it as part of the message. */
  context?: string | undefined
  /** `data:` URLs: a picture that cannot be loaded would take the notification with it. */
  icon?: string | undefined
  image?: string | undefined
  /** Titles, at most two; Firefox has no buttons. */
  buttons?: readonly string[]
  silent?: boolean
  /** It stays until it is pressed or closed. */
  stays?: boolean
}

/** How many characters each part shows at most. */
const most = { title: 200, message: 1_000, context: 200, button: 60 }

/** The icon of the extension, which is always there. */
const ownIcon = 'icons/icon-128.png'

/** By id, how often Firefox will say that a notification is closed which this program has closed or replaced. */
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

/** Shows a notification, or replaces the one with this id. A picture that fails is left out. */
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

/** Changes a notification that is shown, without a sound. Firefox cannot. @returns whether it did */
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
    // Firefox refuses what it does not know.
    ...(!isFirefox && {
      ...(context !== undefined && { contextMessage: context.slice(0, most.context) }),
      ...(image !== undefined && { imageUrl: image }),
      buttons: buttons.slice(0, 2).map((each) => ({ title: each.slice(0, most.button) })),
      silent,
      requireInteraction: stays,
    }),
  }
}

/** Closes a notification, if it is shown. */
export async function clearNotification(id: string): Promise<void> {
  await expectClosing(id)
  await chrome.notifications.clear(id)
}

/** The ids of the notifications that are shown. */
export const shownNotifications = async (): Promise<readonly string[]> => Object.keys(await chrome.notifications.getAll())

interface Presses {
  /** @param button undefined for a press on the notification itself */
  pressed(id: string, button: number | undefined): void
  /** It was closed by the person, or taken away by the system: browsers say the same of both. */
  closed(id: string): void
}

/** Calls back with what people do with notifications. To be called in the first turn of the background. */
export function onNotificationPress({ pressed, closed }: Presses): void {
  chrome.notifications.onClicked.addListener((id) => pressed(id, undefined))
  chrome.notifications.onButtonClicked?.addListener(pressed)
  chrome.notifications.onClosed.addListener((id, byPerson) => {
    if (!wasOwnClosing(id) && byPerson) closed(id)
  })
}
