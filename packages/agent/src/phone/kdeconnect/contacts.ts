import { listeners } from '@waypost/client/ground/listeners'
import { compareNames, type PhonebookEntry } from '@waypost/protocol'
import { readCards } from '../contacts.ts'
import { addressKey, isSameAddress } from '../number.ts'
import type { Connection } from './connection.ts'

/**
 * Limits, because the phone is slow: the most contacts, UTF-16 units per card, numbers per card, UTF-16 units per uid, and contacts per
 * request.
 */
const most = { contacts: 5_000, card: 200_000, numbers: 20, uid: 200, request: 50 }

/** The contacts of a phone, which may be unknown for a while, or forever if the app isn't permitted to read them. */
export class PhoneContacts {
  readonly changes = listeners<undefined>()
  private readonly connection: Connection
  private readonly cards = new Map<string, { stamp: string; entries: PhonebookEntry[] }>()
  private stamps = new Map<string, string>()
  private wanted: string[] = []
  private sorted: PhonebookEntry[] = []
  private readonly stops: (() => void)[]

  constructor(connection: Connection) {
    this.connection = connection
    this.stops = [
      connection.packets.on(({ type, body }) => {
        if (type === 'contacts.response_uids_timestamps') this.takeStamps(body)
        if (type === 'contacts.response_vcards') this.takeCards(body)
      }),
      connection.changes.on((link) => link?.send('contacts.request_all_uids_timestamps')),
    ]
    connection.link?.send('contacts.request_all_uids_timestamps')
  }

  /** By name. */
  entries(): readonly PhonebookEntry[] {
    return this.sorted
  }

  nameOf(address: string): string | undefined {
    const key = addressKey(address)
    return this.sorted.find(({ phone }) => isSameAddress(addressKey(phone), key))?.name
  }

  close(): void {
    for (const stop of this.stops) stop()
  }

  private takeStamps({ uids, ...stamps }: Record<string, unknown>): void {
    if (!Array.isArray(uids)) return
    const known = uids.filter((uid) => typeof uid === 'string' && uid.length <= most.uid).slice(0, most.contacts) as string[]
    this.stamps = new Map(known.map((uid) => [uid, String(stamps[uid] ?? '').slice(0, most.uid)]))
    let isChanged = false
    for (const uid of this.cards.keys()) if (!this.stamps.has(uid)) isChanged = this.cards.delete(uid) || isChanged
    this.wanted = known.filter((uid) => this.cards.get(uid)?.stamp !== this.stamps.get(uid))
    if (isChanged && this.wanted.length === 0) this.finish()
    this.ask()
  }

  private ask(): void {
    const uids = this.wanted.slice(0, most.request)
    if (uids.length > 0) this.connection.link?.send('contacts.request_vcards_by_uid', { uids })
  }

  private takeCards(body: Record<string, unknown>): void {
    const asked = new Set(this.wanted.splice(0, most.request))
    for (const uid of asked) {
      const card = body[uid]
      const entries = typeof card === 'string' && card.length <= most.card ? readCards(card).slice(0, most.numbers) : []
      this.cards.set(uid, { stamp: this.stamps.get(uid) ?? '', entries })
    }
    if (asked.size > 0 && this.wanted.length === 0) this.finish()
    this.ask()
  }

  private finish(): void {
    const all = [...this.cards.values()].flatMap(({ entries }) => entries)
    this.sorted = all.sort((a, b) => compareNames(a.name ?? a.phone, b.name ?? b.phone))
    this.changes.emit(undefined)
  }
}
