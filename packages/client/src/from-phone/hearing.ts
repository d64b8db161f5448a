// Takes what phones send of their notifications: one that is shown or dismissed, and the list of all.

import { MirroredNotification, notificationKey, PhoneNotifications } from '@waypost/protocol'
import { readLoosely } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import type { Session } from '../session/session.ts'
import type { KnownPhones } from './known-phones.ts'
import { confirms } from './mirrored-phone.ts'
import { bounded, readNotification, renewed } from './notification.ts'

interface Deps {
  session: Pick<Session, 'device'>
  platform: Pick<Platform, 'now'>
  known: KnownPhones
}

/** Pages of one list. */
const mostPages = 20

/** What is done with each ephemeral, by its type. */
export function openHearing({ session, platform, known }: Deps) {
  return {
    mirror(ephemeral: Ephemeral): void {
      const device = String(ephemeral.source_device_iden ?? '')
      const next = readNotification(ephemeral, device, platform.now())
      if (!next || device === '') return
      known.update(device, ({ notifications, state }) => ({
        notifications: bounded([
          renewed(
            notifications.find(({ key }) => key === next.key),
            next,
          ),
          ...notifications.filter(({ key }) => key !== next.key),
        ]),
        state: state === 'asking' || state === 'live' ? state : 'there',
      }))
    },
    dismissal(ephemeral: Ephemeral): void {
      const read = readLoosely<MirroredNotification>(MirroredNotification, ephemeral)
      if (!read) return
      const name = notificationKey(read)
      const devices = read.source_device_iden ? [read.source_device_iden] : [...known.$known.get().keys()]
      for (const device of devices) {
        // A phone that confirms actions reports by itself when one ends a notification.
        if (ephemeral.trigger_action !== undefined && confirms(session, device)) continue
        known.remove(device, ({ key, isGone }) => key === `${device} ${name}` && !isGone)
      }
    },
    phone_notifications(ephemeral: Ephemeral): void {
      const read = readLoosely<PhoneNotifications>(PhoneNotifications, ephemeral)
      if (!read) return
      const { source_device_iden: device, page, more, notifications, is_connected: isConnected, connected_at: connectedAt } = read
      const { pages, stopWaiting } = known.of(device) ?? {}
      if (page >= mostPages || (page > 0 && pages?.count !== page)) return
      const readable = notifications.flatMap((each) => readNotification(each, device, platform.now()) ?? [])
      const items = [...(page === 0 ? [] : (pages?.items ?? [])), ...readable]
      if (more) {
        known.update(device, () => ({ pages: { count: page + 1, items } }))
        return
      }
      stopWaiting?.()
      known.replace(device, items, {
        state: isConnected ? 'there' : 'away',
        connectedAt: isConnected ? undefined : connectedAt,
      })
    },
  }
}
