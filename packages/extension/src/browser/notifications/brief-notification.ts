// Notifications about what the person has just done.

import { fileUrl, isFirefox } from '../extension.ts'

/** In milliseconds. */
const shownFor = 4_000
/** Distinguishes them from notifications of messages, whose ids are idens. */
const prefix = 'done:'

let shown = 0

/** Shows a notification, which disappears by itself unless it `stays`. */
export async function showBriefly(title: string, message: string, { stays = false } = {}): Promise<void> {
  const id = `${prefix}${Date.now()}.${shown++}`
  const iconUrl = fileUrl('icons/icon-128.png')
  // Firefox rejects unknown options.
  await chrome.notifications.create(id, { type: 'basic', iconUrl, title, message, ...(!isFirefox && { silent: true }) })
  if (!stays) setTimeout(() => void chrome.notifications.clear(id), shownFor)
}
