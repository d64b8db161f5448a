import { isIPv4 } from 'node:net'
import { normalizeEmail } from '@waypost/protocol'
import { isMailbox } from '../mail/rules.ts'

export interface PhonesConfig {
  /** The normalized address of the account whose phones they are; undefined for the first administrator. */
  email: string | undefined
  /** The IPv4 address to listen on for phones; undefined: all. */
  host: string | undefined
}

/** The state of the peer, for administrators. */
export interface PhonePeerState {
  /** The address of the account, if known. */
  account: string | undefined
  running: boolean
  /** What keeps it from talking to phones, as a sentence. */
  problem: string | undefined
}

/** Reads `WAYPOST_PHONES` (`off`, `on` or an email address) and `WAYPOST_PHONES_HOST`. @returns undefined if it is off */
export function readPhones(
  env: (name: string) => string | undefined,
  refuse: (sentence: string) => never,
): PhonesConfig | undefined {
  const phones = env('WAYPOST_PHONES') ?? 'off'
  const host = env('WAYPOST_PHONES_HOST')
  if (host !== undefined && !isIPv4(host))
    refuse(`WAYPOST_PHONES_HOST is '${host}'; set it to an IPv4 address of this machine like 192.168.1.20.`)
  if (phones === 'off') return undefined
  if (phones !== 'on' && !isMailbox(phones))
    refuse(`WAYPOST_PHONES is '${phones}'; set it to on, off or the email address of one account.`)
  return { email: phones === 'on' ? undefined : normalizeEmail(phones), host }
}
