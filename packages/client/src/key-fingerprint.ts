/** Whether two fingerprints are of one key: base64 as ours are, or the hexadecimal digits that some programs write. */
export function isSameKey(own: string | undefined, theirs: string | undefined): boolean {
  if (own === theirs) return true
  if (own === undefined || theirs === undefined) return false
  return digitsOf(own) === digitsOf(theirs)
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
