import { listeners } from '@waypost/client/ground/listeners'
import type { Link } from './link.ts'
import type { Packet } from './packet.ts'

/** What this machine has with a paired phone, over all links. */
export class Connection {
  readonly id: string
  /** The latest link; undefined while the phone is away. */
  link: Link | undefined
  readonly packets = listeners<Packet>()
  /** There is a new link, or none any more. */
  readonly changes = listeners<Link | undefined>()
  /** The phone sent a packet that is longer than what is read here. */
  readonly skipped = listeners<undefined>()

  constructor(id: string) {
    this.id = id
  }

  /** Takes a new link. Packets of the one before are still read, because the phone ends it a little later. */
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
