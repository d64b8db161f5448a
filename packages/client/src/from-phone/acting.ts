// Replies to notifications of phones, presses their buttons, and dismisses them.

import { isBlank } from '@waypost/protocol'
import { forgetEldest } from '../ground/eldest.ts'
import type { Platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import { mostReplies, type openHanding } from './handing.ts'
import type { KnownPhones } from './known-phones.ts'
import { confirms } from './mirrored-phone.ts'
import { bounded, type PhoneNotification } from './notification.ts'

interface Deps {
  session: Session
  platform: Pick<Platform, 'unique'>
  known: KnownPhones
  hand: ReturnType<typeof openHanding>['hand']
}

export function openActing({ session, platform, known, hand }: Deps) {
  const guids = new Map<string, string>()

  /** A retried reply keeps its guid, so the phone gets it once. */
  function guidOf(key: string, message: string): string {
    const name = `${key} ${message}`
    const guid = guids.get(name) ?? platform.unique()
    guids.set(name, guid)
    forgetEldest(guids, mostReplies)
    return guid
  }

  async function reply(key: string, message: string): Promise<boolean> {
    const notification = known.find(key)
    if (!notification || notification.busy !== undefined || isBlank(message)) return false
    const { conversation, device } = notification
    if (!conversation) {
      known.change(key, { trouble: notification.isGone ? 'gone' : 'answered' })
      return false
    }
    known.change(key, { busy: 'reply', trouble: undefined })
    known.keepDraft(key, message)
    const trouble = await hand(device, {
      type: 'messaging_extension_reply',
      source_user_iden: session.$account.get()?.iden ?? '',
      target_device_iden: device,
      package_name: notification.app,
      conversation_iden: conversation,
      message,
      guid: guidOf(key, message),
    })
    if (trouble !== undefined) {
      known.change(key, { busy: undefined, trouble })
      return false
    }
    guids.delete(`${key} ${message}`)
    known.dropDraft(key)
    // The phone may show a later version by now, which can be answered again.
    const now = known.find(key)
    if (now?.isGone) known.remove(device, (each) => each.key === key)
    else if (now?.busy === 'reply') known.markAnswered(key, message)
    return true
  }

  async function act(key: string, trigger: string): Promise<boolean> {
    const notification = known.find(key)
    if (!notification || notification.busy !== undefined) return false
    const { device, name } = notification
    known.change(key, { busy: trigger, trouble: undefined })
    const guid = platform.unique()
    const trouble = await hand(device, { type: 'dismissal', ...name, trigger_action: trigger, guid })
    known.change(key, { busy: undefined, trouble })
    if (trouble === undefined && !confirms(session, device)) known.remove(device, (each) => each.key === key)
    return trouble === undefined
  }

  async function dismiss(notification: PhoneNotification): Promise<void> {
    const { key, device, name, isGone } = notification
    known.dropDraft(key)
    known.remove(device, (each) => each.key === key)
    if (isGone) return
    const trouble = await hand(device, { type: 'dismissal', ...name, guid: platform.unique() })
    if (trouble === undefined || trouble === 'gone' || known.find(key)) return
    known.update(device, ({ notifications }) => ({ notifications: bounded([{ ...notification, trouble }, ...notifications]) }))
  }

  return { reply, act, dismiss }
}
