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
  /** The current notifications. */
  listed(): readonly { content: MirroredNotification; icon: string | undefined }[]
}

/** How long after a request the list is resent when the phone disconnects or reconnects, in milliseconds. */
const lookedAtFor = 15 * 60_000

/** The list of notifications of a phone, for the devices that look at it. */
export class RequestedList {
  private readonly options: Options
  private askedAt = Number.NEGATIVE_INFINITY
  private isWaiting = false
  /** When the phone was last connected, in seconds since 1970. */
  private connectedAt: number | undefined

  constructor(options: Options) {
    this.options = options
  }

  /** Answers a request. */
  answer(guid: string | undefined): void {
    this.askedAt = Date.now()
    this.send(guid)
  }

  /** The list has changed: it is sent again if somebody looks at it. */
  sendAgain(): void {
    if (Date.now() - this.askedAt < lookedAtFor) this.send()
  }

  /** The phone has gone. */
  onAway(): void {
    this.connectedAt = Math.floor(Date.now() / 1_000)
    this.sendAgain()
  }

  /** Sends the list in pages. Of several requests that wait, one is answered. */
  private send(guid?: string): void {
    const { outgoing } = this.options
    if (this.isWaiting) return
    this.isWaiting = true
    outgoing.send(async () => {
      this.isWaiting = false
      return this.pages(guid)
    })
    // It was dropped because the queue is full.
    if (outgoing.isFull) this.isWaiting = false
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
