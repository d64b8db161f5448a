// Parses the address of a stream and refuses upgrades to WebSocket.

import type { Duplex } from 'node:stream'
import type { Refusal } from '@waypost/protocol'
import { refusalText } from '../http/raw-refusals.ts'

/** Parses the address of a stream, `/websocket/{token}` and the like, with or without `?delta=1`. */
export function readStreamUrl(url: string, kinds: readonly string[]): { token: string; delta: boolean } | undefined {
  const [path = '', query] = url.split('?', 2)
  const [, kind, token, ...rest] = path.replace(/\/$/, '').split('/')
  if (!kind || !kinds.includes(kind) || !token || rest.length > 0) return undefined
  try {
    return { token: decodeURIComponent(token), delta: new URLSearchParams(query).get('delta') === '1' }
  } catch {
    return undefined
  }
}

/** Answers an upgrade with a refusal, and with the version of the protocol that the server supports (RFC 6455, 4.4). */
export function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  socket.end(refusalText(refusal, { 'sec-websocket-version': '13' }))
}
