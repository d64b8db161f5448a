// The packets of KDE Connect, one JSON object per line, and the identity by which a device introduces itself.

import { isRecord } from '@waypost/client/ground/objects'

export interface Packet {
  /** Without the prefix `kdeconnect.`. */
  type: string
  body: Record<string, unknown>
  /** The announced size of a payload; -1 if the sender does not know it. */
  payloadSize?: number
  payloadPort?: number
}

/** How a device introduces itself. */
export interface Identity {
  deviceId: string
  deviceName: string
  deviceType: string
  protocolVersion: number
  /** The packet types it receives and sends, without their prefix. */
  incoming: readonly string[]
  outgoing: readonly string[]
}

/**
 * The protocol version used here. The app has used it since version 1.33 of March 2025. Since this version the identity is repeated inside
 * TLS, and the code of a request depends on its time.
 */
export const protocolVersion = 8

/** Maximum bytes of an identity, and of a line from an unpaired device. */
export const identityBytes = 8_192
/** Maximum bytes of a line from a paired device. Texts are requested in smaller pages. */
export const lineBytes = 8 * 2 ** 20

const prefix = 'kdeconnect.'
const maxCapabilities = 200
const nameLength = 32
/** How much memory a reader keeps between two lines, in bytes. */
const keptBytes = 65_536

/** A line that isn't a packet, or not an identity. The message says why. */
export class NoPacket extends Error {}

/** A packet as a line. */
export function serialize({ type, body, payloadSize, payloadPort }: Packet): string {
  const payload = payloadPort === undefined ? {} : { payloadSize, payloadTransferInfo: { port: payloadPort } }
  return `${JSON.stringify({ id: Date.now(), type: prefix + type, body, ...payload })}\n`
}

/** @throws NoPacket */
export function parsePacket(line: string): Packet {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    throw new NoPacket('a line is not JSON')
  }
  if (!isRecord(read) || typeof read.type !== 'string' || !read.type.startsWith(prefix) || !isRecord(read.body))
    throw new NoPacket('a line is no packet')
  const { type, body, payloadSize, payloadTransferInfo } = read
  const packet: Packet = { type: type.slice(prefix.length), body }
  const port = isRecord(payloadTransferInfo) ? payloadTransferInfo.port : undefined
  if (typeof port !== 'number' || !Number.isInteger(port)) return packet
  return { ...packet, payloadPort: port, payloadSize: Number.isSafeInteger(payloadSize) ? (payloadSize as number) : -1 }
}

/** @throws NoPacket if it isn't a valid identity */
export function readIdentity({ type, body }: Packet): Identity {
  if (type !== 'identity') throw new NoPacket('a packet in place of an identity')
  const { deviceId, deviceName, deviceType, protocolVersion: version } = body
  if (!isDeviceId(deviceId)) throw new NoPacket('an invalid id')
  const name = typeof deviceName === 'string' ? cleanName(deviceName) : ''
  if (name === '') throw new NoPacket('a device without a name')
  if (typeof version !== 'number' || !Number.isInteger(version)) throw new NoPacket('no version of the protocol')
  return {
    deviceId,
    deviceName: name,
    deviceType: typeof deviceType === 'string' ? deviceType.slice(0, nameLength) : '',
    protocolVersion: version,
    incoming: capabilitiesOf(body.incomingCapabilities),
    outgoing: capabilitiesOf(body.outgoingCapabilities),
  }
}

/** The body of an identity. In announcements it is without capabilities: some systems drop fragmented broadcasts. */
export function identityBody(identity: Identity, announced = false): Record<string, unknown> {
  const { incoming, outgoing, ...rest } = identity
  if (announced) return rest
  const full = (types: readonly string[]) => types.map((type) => prefix + type)
  return { ...rest, incomingCapabilities: full(incoming), outgoingCapabilities: full(outgoing) }
}

export const isDeviceId = (id: unknown): id is string => typeof id === 'string' && /^[A-Za-z0-9_-]{32,38}$/.test(id)

/** A name without the characters that KDE Connect forbids, and without those that hide or reorder text; at most 32 characters. */
export function cleanName(name: string): string {
  const plain = name.slice(0, 1_000).replace(/["',;:.!?()[\]<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
  return [...plain.trim()].slice(0, nameLength).join('').trim()
}

function capabilitiesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  const types = list.slice(0, maxCapabilities).filter((type) => typeof type === 'string' && type.startsWith(prefix))
  return types.map((type: string) => type.slice(prefix.length))
}

/** Splits a stream into lines. A line longer than `maxBytes` is skipped without buffering it. */
export class LineReader {
  /** May be changed at any time. */
  maxBytes: number
  private readonly onLine: (line: string) => void
  private readonly onTooLong: () => void
  // Grows by doubling: joining a line piece by piece would take quadratic time, and a list of tiny pieces much memory.
  private line = Buffer.alloc(0)
  private size = 0
  private skips = false

  constructor(maxBytes: number, onLine: (line: string) => void, onTooLong: () => void) {
    this.maxBytes = maxBytes
    this.onLine = onLine
    this.onTooLong = onTooLong
  }

  push(piece: Buffer): void {
    let start = 0
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      this.add(piece.subarray(start, end))
      start = end + 1
      this.finish()
    }
    if (start < piece.length) this.add(piece.subarray(start))
  }

  private add(piece: Buffer): void {
    if (this.skips) return
    const size = this.size + piece.length
    if (size > this.maxBytes) {
      this.skips = true
      this.line = Buffer.alloc(0)
      this.onTooLong()
      return
    }
    if (size > this.line.length) {
      const wider = Buffer.allocUnsafe(Math.max(size, Math.min(this.maxBytes, 2 * this.line.length), 1_024))
      this.line.copy(wider, 0, 0, this.size)
      this.line = wider
    }
    piece.copy(this.line, this.size)
    this.size = size
  }

  private finish(): void {
    const line = this.skips ? '' : this.line.toString('utf8', 0, this.size)
    if (this.line.length > keptBytes) this.line = Buffer.alloc(0)
    this.size = 0
    this.skips = false
    if (line.trim() !== '') this.onLine(line)
  }
}
