import type { IncomingHttpHeaders } from 'node:http'

/** The token of a request in any of its three forms: `Access-Token`, `Authorization: Bearer`, or Basic with the token as user. */
export function readToken(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['access-token']
  if (typeof own === 'string' && own) return own
  const [, scheme, value] = /^(\S+)\s+(\S+)$/.exec(headers.authorization ?? '') ?? []
  if (scheme === undefined || value === undefined) return undefined
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  return readBasic(headers.authorization)?.user || undefined
}

/** The user and password of Basic authorization. */
export function readBasic(header: string | undefined): { user: string; password: string } | undefined {
  const [, value] = /^basic\s+(\S+)$/i.exec(header ?? '') ?? []
  if (value === undefined) return undefined
  const [user = '', ...password] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return { user, password: password.join(':') }
}

/**
 * The 401 header that asks for Basic authorization (RFC 9110, 11.6.1). Many programs send a token only when challenged, and some require
 * the exact realm that users of this API have configured. Browsers aren't challenged, because they open a dialog.
 */
export function challengeTo(headers: IncomingHttpHeaders): { 'www-authenticate'?: string } {
  return isFromBrowser(headers) ? {} : { 'www-authenticate': 'Basic realm="Pushbullet"' }
}

/** Browsers send `Sec-Fetch-Mode`, but not over plain HTTP, as at home. There, other headers reveal requests that can open a dialog. */
function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  if (headers['sec-fetch-mode'] !== undefined) return true
  const isWebSocketOfPage = headers.upgrade !== undefined && headers.origin !== undefined
  const isNavigation = headers['upgrade-insecure-requests'] !== undefined
  return isWebSocketOfPage || isNavigation || /^waypost-/.test(String(headers['x-user-agent'] ?? ''))
}
