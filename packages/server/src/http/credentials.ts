// Reads the token, or user and password, of a request.

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
