// Decides which of its two devices sends a text, for a phone that is paired with a companion and also sends through the server.

import { gatewayTextLength } from '@waypost/protocol'

/** Which devices of a phone answer. */
export interface Reach {
  /** The device that is paired with a companion. */
  phone: boolean
  /** The device whose texts go through the server. */
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
