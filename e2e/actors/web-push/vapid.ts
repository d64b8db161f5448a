// Checks the VAPID authorization of a message, as push services do: https://www.rfc-editor.org/rfc/rfc8292

import { createPublicKey, verify } from 'node:crypto'

const day = 24 * 60 * 60

/**
 * The status to refuse an authorization with; undefined if it is valid for a push service at `audience` and a subscription that was made
 * with `key`, in base64url.
 */
export function refuseVapid(header: string | undefined, key: string | undefined, audience: string): 401 | 403 | undefined {
  const [, token = '', given = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? []
  if (!token) return key || header ? 401 : undefined
  if ((key && given !== key) || !isSigned(token, given)) return 403
  const { aud, exp, sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const now = Date.now() / 1_000
  const inTime = exp > now && exp <= now + day
  return aud === audience && inTime && /^(mailto:|https:)/.test(sub) ? undefined : 403
}

/** Whether a JSON web token is signed with the private key of a public key: an uncompressed point of P-256. */
function isSigned(token: string, key: string): boolean {
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const end = token.lastIndexOf('.')
  return verify(
    'sha256',
    Buffer.from(token.slice(0, end)),
    { key: createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...coordinates } }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(token.slice(end + 1), 'base64url'),
  )
}
