// The phone book of the Android phone that this program runs on.

import type { PhonebookEntry } from '@waypost/protocol'
import { addressKey, isSameAddress } from './number.ts'
import { listContacts } from './termux-commands.ts'

interface Options {
  country: string | undefined
  path: string
}

/** In milliseconds: names rarely change, and reading them takes a while. */
const renewAfter = 10 * 60_000

/** The phone book, as it was read last. */
export class TermuxContacts {
  private readonly options: Options
  private contacts: PhonebookEntry[] = []
  /** In milliseconds since 1970; 0 before the first time. */
  private readAt = 0

  constructor(options: Options) {
    this.options = options
  }

  /** Reads the phone book, if that was long ago. @returns whether it has changed @throws PhoneUnavailable */
  async renew(): Promise<boolean> {
    if (this.readAt !== 0 && Date.now() - this.readAt < renewAfter) return false
    const before = JSON.stringify(this.contacts)
    this.contacts = await listContacts(this.options.path)
    this.readAt = Date.now()
    return JSON.stringify(this.contacts) !== before
  }

  entries(): readonly PhonebookEntry[] {
    return this.contacts
  }

  nameOf(address: string): string | undefined {
    const { country } = this.options
    const key = addressKey(address, country)
    return this.contacts.find(({ phone }) => isSameAddress(addressKey(phone, country), key))?.name
  }
}
