import { inlineIcon } from '../pictures/inline-icon.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import type { Notice, NoticeAction, PhoneActs } from './notice.ts'

interface ReplyTexts {
  reply: string
  placeholder: string
}

/** The key of a notification on its phone. */
const nameFields = ['source_user_iden', 'source_device_iden', 'package_name', 'notification_id', 'notification_tag'] as const
/** In UTF-16 units. */
const maxLength = { title: 200, body: 2_000 }
const maxActions = 5

/** The notification for a mirrored one; undefined if it has no text. Clicking it opens the list of phone notifications. */
export function mirroredNotice(mirrored: Ephemeral, texts: ReplyTexts): Notice | undefined {
  const title = textOf(mirrored.title, maxLength.title) || textOf(mirrored.application_name, maxLength.title)
  const body = textOf(mirrored.body, maxLength.body)
  if (title === '' && body === '') return undefined
  const named = Object.fromEntries(nameFields.filter((name) => name in mirrored).map((name) => [name, mirrored[name]]))
  const device = textOf(mirrored.source_device_iden, 200)
  const dismissal = { type: 'dismissal', ...named }
  const phone = isOfPhone(mirrored) ? phoneActs(mirrored, device, dismissal) : undefined
  const actions = phone && actionsOf(phone, texts)
  return {
    tag: tagOf(mirrored),
    title: title || body,
    body: title === '' ? '' : body,
    icon: inlineIcon(mirrored.icon),
    ...(actions && actions.length > 0 && { actions }),
    data: {
      place: `#devices/${phone ? 'from-phone' : encodeURIComponent(device)}`,
      ...(mirrored.dismissable !== false && { dismissal }),
      ...(phone && { phone }),
    },
  }
}

/** Computers mirror their notifications too, under other names. */
const isOfPhone = ({ package_name: app }: Ephemeral): boolean => typeof app !== 'string' || !app.startsWith('desktop.')

function phoneActs(mirrored: Ephemeral, device: string, dismissal: Record<string, unknown>): PhoneActs {
  const { actions, conversation_iden, package_name, source_user_iden, notification_id, notification_tag } = mirrored
  const name = [package_name, String(notification_id), typeof notification_tag === 'string' ? notification_tag : null]
  const answer = {
    type: 'messaging_extension_reply',
    source_user_iden,
    target_device_iden: device,
    package_name,
    conversation_iden,
  }
  const known = Array.isArray(actions) ? actions.slice(0, maxActions) : []
  return {
    key: `${device} ${JSON.stringify(name)}`,
    ...(typeof conversation_iden === 'object' && conversation_iden !== null && { answer }),
    triggers: known.flatMap((action: { label?: unknown; trigger_key?: unknown } | null) => {
      const { label, trigger_key: trigger } = action ?? {}
      if (typeof label !== 'string' || label.trim() === '' || typeof trigger !== 'string') return []
      return [{ label: label.slice(0, maxLength.title), sends: { ...dismissal, trigger_action: trigger } }]
    }),
  }
}

function actionsOf({ answer, triggers }: PhoneActs, texts: ReplyTexts): NoticeAction[] {
  const reply: NoticeAction = { action: 'reply', title: texts.reply, type: 'text', placeholder: texts.placeholder }
  const buttons = triggers.map(({ label }, index): NoticeAction => ({ action: `phone ${index}`, title: label }))
  return answer ? [reply, ...buttons] : buttons
}

const prefix = 'mirrored '

const tagOf = (ephemeral: Ephemeral): string => prefix + keyOf(ephemeral)

/** Whether a dismissal, from a phone or another browser, is for the notification with a tag. */
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
