// Decides which of its two devices a text goes by, where a phone is paired with a companion and its texts go through the server, too.

import { gatewayTextLength } from '@waypost/protocol'

/** Which devices of a phone answer. */
export interface Reach {
  /** The one that is paired with a companion. */
  phone: boolean
  /** The one whose texts go through the server. */
  server: boolean
}

interface WantedText {
  addresses: readonly string[]
  message: string
  hasPicture: boolean
  /** An end-to-end password is set. */
  isEncrypted: boolean
}

/**
 * `phone`: by the paired phone, where it waits if that is away. `server`: through the server, only while the phone is away, and only what can go
 * there as it would by the phone: no pictures, no groups, which would become separate texts, and nothing encrypted.
 */
export function wayOf(text: WantedText, { phone, server }: Reach): 'phone' | 'server' {
  return !phone && server && fitsServer(text) ? 'server' : 'phone'
}

function fitsServer({ addresses, message, hasPicture, isEncrypted }: WantedText): boolean {
  const [address = '', ...others] = addresses
  if (hasPicture || isEncrypted || others.length > 0) return false
  return message.length <= gatewayTextLength.message && address.length <= gatewayTextLength.address && !address.includes('@')
}
