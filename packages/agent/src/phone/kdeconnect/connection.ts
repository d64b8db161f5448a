import { listeners } from '@waypost/client/ground/listeners'
import type { Link } from './link.ts'
import type { Packet } from './packet.ts'

/** This machine's connection with a paired phone, across all links. */
export class Connection {
  readonly id: string
  /** Undefined while the phone is away. */
  link: Link | undefined
  readonly packets = listeners<Packet>()
  /** Fires with a new link, or undefined when there is none any more. */
  readonly changes = listeners<Link | undefined>()
  /** The phone sent a packet longer than the limit here. */
  readonly skipped = listeners<undefined>()

  constructor(id: string) {
    this.id = id
  }

  /** Switches to a new link. Packets of the previous one are still read, because the phone closes it a little later. */
  attach(link: Link): void {
    this.link = link
    link.packets.on((packet) => this.packets.emit(packet))
    link.skipped.on(() => this.skipped.emit(undefined))
    link.ended.signal.addEventListener('abort', () => {
      if (this.link !== link) return
      this.link = undefined
      this.changes.emit(undefined)
    })
    this.changes.emit(link)
  }
}
