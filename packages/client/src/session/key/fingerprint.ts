/** The fingerprint of a device whose password was cleared, because the API cannot empty a field. No key has it. */
export const noKeyFingerprint = 'none'

/** How the key of this session and the key of a device relate; `none`: neither has one. */
export type KeyMatch = 'same' | 'none' | 'missing-here' | 'missing-there' | 'different'

/** Compares the fingerprints of two keys: base64 as in ours, or hexadecimal digits as some programs write them. */
export function compareKeys(own: string | undefined, theirs: string | undefined): KeyMatch {
  const there = theirs === noKeyFingerprint || theirs === '' ? undefined : theirs
  if (own === undefined) return there === undefined ? 'none' : 'missing-here'
  if (there === undefined) return 'missing-there'
  return digitsOf(own) === digitsOf(there) ? 'same' : 'different'
}

function digitsOf(fingerprint: string): string {
  if (/^[0-9a-f]{64}$/i.test(fingerprint)) return fingerprint.toLowerCase()
  const { atob } = globalThis as unknown as { atob(text: string): string }
  try {
    return Array.from(atob(fingerprint), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  } catch {
    return fingerprint
  }
}
