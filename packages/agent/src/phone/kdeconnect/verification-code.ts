import { createHash, type X509Certificate } from 'node:crypto'

/**
 * The code that a person compares on both devices: a hash of both public keys and of the time of the request, so nobody can prepare a
 * certificate with the same code.
 * @param timestamp of the request, in seconds since 1970; undefined for protocol versions without it
 */
export function verificationCode(one: X509Certificate, other: X509Certificate, timestamp: number | undefined): string {
  const keys = [one, other].map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' }))
  const hash = createHash('sha256')
  for (const key of keys.sort((a, b) => Buffer.compare(b, a))) hash.update(key)
  if (timestamp !== undefined) hash.update(String(timestamp))
  return hash.digest('hex').slice(0, 8).toUpperCase()
}
