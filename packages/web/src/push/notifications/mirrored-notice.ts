// Makes the notification of a notification of a phone, and recognizes the dismissals of it.

import type { Ephemeral } from '@waypost/client'
import type { Notice } from '../../browser/app/shown-notices.ts'
import { isLargeInline } from '../../browser/files/picture-header.ts'

/** The key of a notification on its phone. */
const nameFields = ['source_user_iden', 'source_device_iden', 'package_name', 'notification_id', 'notification_tag'] as const
/** In UTF-16 units. */
const maxLength = { title: 200, body: 2_000, icon: 200_000 }

/** The notification of a mirrored one; undefined if it has no words. */
export function mirroredNotice(mirrored: Ephemeral): Notice | undefined {
  const title = textOf(mirrored.title, maxLength.title) || textOf(mirrored.application_name, maxLength.title)
  const body = textOf(mirrored.body, maxLength.body)
  if (title === '' && body === '') return undefined
  const named = Object.fromEntries(nameFields.filter((name) => name in mirrored).map((name) => [name, mirrored[name]]))
  return {
    tag: tagOf(mirrored),
    title: title || body,
    body: title === '' ? '' : body,
    icon: iconOf(mirrored.icon),
    data: {
      place: `#devices/${encodeURIComponent(textOf(mirrored.source_device_iden, 200))}`,
      ...(mirrored.dismissable !== false && { dismissal: { type: 'dismissal', ...named } }),
    },
  }
}

const prefix = 'mirrored '

/** The tag of the notification of a mirrored one. */
const tagOf = (ephemeral: Ephemeral): string => prefix + keyOf(ephemeral)

/** Whether a dismissal, of a phone or of another browser, is about the notification with a tag. */
export function isDismissed(tag: string, dismissal: Ephemeral): boolean {
  if (!tag.startsWith(prefix)) return false
  const key = tag.slice(prefix.length)
  return key === keyOf(dismissal) || (!dismissal.source_device_iden && isOfAny(key, dismissal))
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
  const type = value.startsWith('/9j/') ? 'jpeg' : value.startsWith('iVBORw0KGgo') ? 'png' : undefined
  const address = `data:image/${type};base64,${value}`
  return type === undefined || isLargeInline(address) ? undefined : address
}
