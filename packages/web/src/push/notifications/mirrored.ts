// Shows the notifications of the account's phones in this browser, and dismisses them on both sides.

import type { Ephemeral, Session } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { notify } from '../../browser/notifications.ts'
import { browserTabs } from '../../browser/tabs.ts'
import { open } from '../../route.ts'

/** The key of a notification on its phone. */
const nameFields = ['source_user_iden', 'source_device_iden', 'package_name', 'notification_id', 'notification_tag'] as const
/** In UTF-16 units. */
const maxLength = { title: 200, body: 2_000, icon: 200_000 }
/** The maximum number of tracked notifications; older ones stay until the user closes them. */
const maxTracked = 200

/**
 * Shows mirrored notifications of phones. Dismissing one on the phone closes it here and vice versa. Only one window of a browser shows
 * them. Returns a function that stops.
 */
export function showMirrored(session: Session): () => void {
  const closers = new Map<string, () => void>()
  const tabs = browserTabs()
  let shows = !tabs
  const release = tabs?.hold('waypost mirrored', () => {
    shows = true
  })

  function dismiss(mirrored: Ephemeral, key: string): void {
    closers.delete(key)
    if (mirrored.dismissable === false) return
    const named = Object.fromEntries(nameFields.filter((name) => name in mirrored).map((name) => [name, mirrored[name]]))
    session.sendEphemeral({ type: 'dismissal', ...named }).catch((error: unknown) => {
      // The notification stays on the phone, which is harmless.
      if (!(error instanceof Refusal)) throw error
    })
  }

  function show(mirrored: Ephemeral): void {
    const title = textOf(mirrored.title, maxLength.title) || textOf(mirrored.application_name, maxLength.title)
    const body = textOf(mirrored.body, maxLength.body)
    if (title === '' && body === '') return
    const key = keyOf(mirrored)
    const device = textOf(mirrored.source_device_iden, 200)
    // Replaced by a newer one, not dismissed.
    closers.get(key)?.()
    closers.delete(key)
    const close = notify({
      tag: `mirrored ${key}`,
      title: title || body,
      body: title === '' ? '' : body,
      icon: iconOf(mirrored.icon),
      onClick() {
        closers.delete(key)
        if (session.target.find('devices', device)) open('devices', device)
      },
      onDismiss: () => dismiss(mirrored, key),
    })
    closers.set(key, close)
    for (const eldest of closers.keys()) {
      if (closers.size <= maxTracked) break
      closers.delete(eldest)
    }
  }

  function clear(dismissal: Ephemeral): void {
    const key = keyOf(dismissal)
    const named = [...closers.keys()].filter(
      (open) => open === key || (!dismissal.source_device_iden && isOfAny(open, dismissal)),
    )
    for (const open of named) {
      closers.get(open)?.()
      closers.delete(open)
    }
  }

  const stop = session.onEphemeral((ephemeral) => {
    if (ephemeral.type === 'mirror' && shows) show(ephemeral)
    if (ephemeral.type === 'dismissal') clear(ephemeral)
  })
  return () => {
    stop()
    release?.()
    for (const close of closers.values()) close()
  }
}

const keyOf = (ephemeral: Ephemeral): string => JSON.stringify(nameFields.map((name) => String(ephemeral[name] ?? '')))

/** Dismissals of most phones name the account but not the device. */
function isOfAny(key: string, dismissal: Ephemeral): boolean {
  const [user, , ...rest] = JSON.parse(key) as string[]
  const [theirs, , ...wanted] = JSON.parse(keyOf(dismissal)) as string[]
  return user === theirs && rest.every((part, index) => part === wanted[index])
}

function textOf(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most).trim() : ''
}

/** The icon of an app is base64 of a JPEG, or of a PNG on some phones. */
function iconOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength.icon || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined
  if (value.startsWith('/9j/')) return `data:image/jpeg;base64,${value}`
  return value.startsWith('iVBORw0KGgo') ? `data:image/png;base64,${value}` : undefined
}
