// Parses notifications of phones from their ephemerals, and keeps a bounded list for each phone.

import { MirroredNotification, type NotificationConversation, notificationKey } from '@waypost/protocol'
import { readLoosely } from '../ground/objects.ts'

/** Why something failed on the phone. `silent`: its companion does not answer; `offline`: it could not be sent from here. */
export type Trouble = 'away' | 'gone' | 'answered' | 'silent' | 'offline'

/** A notification that a phone shows now. */
export interface PhoneNotification {
  /** Unique among the notifications of all phones. */
  key: string
  device: string
  /** `app` is the package name. */
  app: string
  appName: string
  title: string
  body: string
  /** In seconds since 1970. */
  created: number
  /** A JPEG or PNG as base64. */
  icon?: string | undefined
  dismissable: boolean
  actions: readonly { label: string; trigger: string }[]
  /** The conversation that a reply names; undefined if it cannot be answered, or was answered already. */
  conversation?: NotificationConversation | undefined
  /** The fields by which other devices refer to it. */
  name: Readonly<Record<string, unknown>>
  /** The reply that the phone received. */
  answered?: string
  /** The request in flight: `reply`, or the trigger of an action. */
  busy?: string | undefined
  trouble?: Trouble | undefined
  /** Still listed because its reply was not delivered. */
  isGone?: true
}

/** Limits: notifications per phone, and the length of their fields in characters. */
const most = { notifications: 300, title: 500, body: 5_000, app: 200, icon: 200_000, icons: 8_000_000, actions: 5 }

/** Parses a notification; undefined if it is malformed or has no text. @param now in milliseconds, for a notification without a time */
export function readNotification(value: unknown, device: string, now: number): PhoneNotification | undefined {
  const read = readLoosely<MirroredNotification>(MirroredNotification, value)
  if (!read) return undefined
  const { package_name, notification_id, notification_tag, source_user_iden, icon, actions = [] } = read
  const appName = textOf(read.application_name, most.app)
  const title = textOf(read.title, most.title)
  const body = textOf(read.body, most.body)
  if (package_name.length > 1_000 || (appName === '' && title === '' && body === '')) return undefined
  const seconds = Math.floor(now / 1_000)
  return {
    key: `${device} ${notificationKey(read)}`,
    device,
    app: package_name,
    appName: appName || package_name,
    title: title === appName ? '' : title,
    body,
    created: Math.min(read.created ?? seconds, seconds),
    ...(icon !== undefined && isImage(icon) && { icon }),
    dismissable: read.dismissable !== false,
    actions: actions
      .filter(({ label, trigger_key }) => label.trim() !== '' && trigger_key !== '')
      .slice(0, most.actions)
      .map(({ label, trigger_key: trigger }) => ({ label: label.slice(0, most.app), trigger })),
    ...(read.conversation_iden && { conversation: read.conversation_iden }),
    name: {
      ...(source_user_iden !== undefined && { source_user_iden }),
      source_device_iden: device,
      package_name,
      notification_id,
      notification_tag: notification_tag ?? null,
    },
  }
}

/** A newer version of a notification, with the earlier icon, which the phone does not send again. */
export function renewed(before: PhoneNotification | undefined, next: PhoneNotification): PhoneNotification {
  const icon = next.icon ?? before?.icon
  return { ...next, ...(icon !== undefined && { icon }) }
}

/** A notification as its phone lists it again. What happens to it here stays with it. */
export function listedAgain(before: PhoneNotification | undefined, item: PhoneNotification): PhoneNotification {
  const { answered, busy, trouble } = before ?? {}
  return {
    ...renewed(before, item),
    ...(busy !== undefined && { busy }),
    ...(trouble !== undefined && { trouble }),
    ...(answered !== undefined && !item.conversation && { answered }),
  }
}

/** The latest notifications, newest first; the oldest lose their icons if there are too many. */
export function bounded(all: Iterable<PhoneNotification>): PhoneNotification[] {
  let icons = 0
  return [...all]
    .sort((one, other) => other.created - one.created)
    .slice(0, most.notifications)
    .map((each) => {
      icons += each.icon?.length ?? 0
      if (icons <= most.icons) return each
      const { icon: _, ...rest } = each
      return rest
    })
}

const textOf = (value: string | undefined, length: number): string => value?.slice(0, length).trim() ?? ''
const isImage = (icon: string): boolean => icon.length <= most.icon && /^(\/9j\/|iVBORw0KGgo)/.test(icon)
