// Sends the list of a phone's notifications to devices that ask for it, and again on changes for a while.

import type { MirroredNotification, PhoneNotifications } from '@waypost/protocol'
import type { Connection } from '../../phone/kdeconnect/connection.ts'
import { notificationPages } from './notification-pages.ts'
import type { OrderedEphemerals } from './ordered-ephemerals.ts'

interface Options {
  /** The iden of the phone's device. */
  device: string
  connection: Connection
  outgoing: OrderedEphemerals
  listed(): readonly { content: MirroredNotification; icon: string | undefined }[]
}

/** How long after a request the list is resent when the phone disconnects or reconnects, in milliseconds. */
const lookedAtFor = 15 * 60_000
/** How many requests wait for the list. */
export const maxRequests = 20

/** The list of notifications of a phone, for the devices that look at it. */
export class RequestedList {
  private readonly options: Options
  private askedAt = Number.NEGATIVE_INFINITY
  private isWaiting = false
  /** The guids of the requests that wait. */
  private readonly guids = new Set<string>()
  /** In seconds since 1970. */
  private connectedAt: number | undefined

  constructor(options: Options) {
    this.options = options
  }

  /** Whether so many requests wait that no other is taken. */
  get isFull(): boolean {
    return this.guids.size >= maxRequests
  }

  answer(guid: string): void {
    this.askedAt = Date.now()
    this.guids.add(guid)
    this.send()
  }

  /** The list has changed: it is sent again if somebody looks at it. */
  sendAgain(): void {
    if (Date.now() - this.askedAt < lookedAtFor) this.send()
  }

  onAway(): void {
    this.connectedAt = Math.floor(Date.now() / 1_000)
    this.sendAgain()
  }

  /** Sends the list in pages: to each request that waits, or once if nobody asked. It waits once at most, so it's never dropped. */
  private send(): void {
    if (this.isWaiting) return
    this.isWaiting = true
    void this.options.outgoing.sendAlways(async () => {
      this.isWaiting = false
      const guids = this.guids.size > 0 ? [...this.guids] : [undefined]
      this.guids.clear()
      return guids.flatMap((guid) => this.pages(guid))
    })
  }

  private pages(guid: string | undefined): PhoneNotifications[] {
    const { device, connection, listed } = this.options
    const pages = notificationPages(listed())
    const is_connected = connection.link !== undefined
    return pages.map((notifications, page) => ({
      type: 'phone_notifications',
      source_device_iden: device,
      page,
      more: page < pages.length - 1,
      notifications,
      is_connected,
      ...(!is_connected && this.connectedAt !== undefined && { connected_at: this.connectedAt }),
      ...(guid !== undefined && { guid }),
    }))
  }
}
