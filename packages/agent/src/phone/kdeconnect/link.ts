// A connection with another device: its identity inside TLS, pairing, packets and payloads.

import { X509Certificate } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import type { Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { listeners } from '@waypost/client/ground/listeners'
import type { Credentials } from './certificate.ts'
import {
  type Identity,
  identityBody,
  identityBytes,
  LineReader,
  lineBytes,
  NoPacket,
  type Packet,
  parsePacket,
  protocolVersion,
  readIdentity,
  serialize,
} from './packet.ts'
import { fetchPayload, type PayloadEnd, PayloadFailed, plainAddress, ports, sendPayload } from './payload.ts'
import { verificationCode } from './verification-code.ts'

/** A paired device. */
export interface Trusted {
  /** PEM. */
  cert: string
  name: string
  protocolVersion: number
}

/** The paired devices, by id. */
export interface TrustStore {
  find(id: string): Trusted | undefined
  keep(id: string, trusted: Trusted): void
  forget(id: string): void
}

/** This end of all links. */
export interface Self {
  identity: Identity
  credentials: Credentials
  trust: TrustStore
  /** Whether a person is waiting for a device to pair with. */
  isPairing(): boolean
  /** In milliseconds since 1970. */
  now(): number
  log(line: string): void
}

type LinkState = 'unpaired' | 'asking' | 'asked' | 'paired'

/** How long a pairing request stays open on the side that asked, and on the other, in milliseconds. */
const answerWithin = { asking: 30_000, asked: 25_000 }
/** How much the clocks of two devices may differ, in seconds. */
const clockSlack = 1_800
/** How many packets an unpaired device may send. */
const maxStrays = 10
/** How many unsent bytes may queue up before the other device counts as stuck. */
const maxUnsent = 32 * 2 ** 20
/**
 * In milliseconds: TCP's keep-alive, how often to check, how long packets may go unanswered before a probe, and how long a probe may take.
 */
const liveness = { keepAlive: 10_000, look: 4_000, unanswered: 8_000, probe: 4_000 }

/**
 * A connection with another device. It sends its identity and reads that of the other device, which must match the one announced before;
 * then it calls `onReady`. Packets other than for pairing are only reported while paired.
 */
export class Link {
  identity: Identity
  readonly cert: X509Certificate
  state: LinkState
  /** The code to compare; undefined while nobody asks. */
  code: string | undefined
  readonly packets = listeners<Packet>()
  readonly changes = listeners<LinkState>()
  /** Fires for a packet longer than the limit here. */
  readonly skipped = listeners<undefined>()
  readonly ended = new AbortController()
  /** Aborted when the device is gone; shared by links that replace each other. */
  private gone = new AbortController()
  private readonly socket: TLSSocket
  private readonly self: Self
  private readonly lines: LineReader
  private readonly payloads: PayloadEnd
  private readonly onReady: () => void
  private isReady = false
  private isReplaced = false
  private timestamp = 0
  private timer: NodeJS.Timeout | undefined
  private answerUntil = 0
  private strays = 0
  /** When the first packet was sent that hasn't been answered; 0 for none. */
  private unanswered = 0

  constructor(identity: Identity, cert: X509Certificate, socket: TLSSocket, self: Self, onReady: () => void) {
    this.identity = identity
    this.cert = cert
    this.socket = socket
    this.self = self
    this.onReady = onReady
    this.state = self.trust.find(identity.deviceId) ? 'paired' : 'unpaired'
    this.payloads = {
      localAddress: plainAddress(socket.localAddress),
      remoteAddress: plainAddress(socket.remoteAddress),
      fingerprint: cert.fingerprint256,
      credentials: self.credentials,
    }
    this.lines = new LineReader(identityBytes, this.takeLine.bind(this), this.onTooLong.bind(this))
    socket.setKeepAlive(true, liveness.keepAlive)
    const looking = setInterval(() => this.probe(), liveness.look)
    socket.on('data', (piece: Buffer) => {
      this.unanswered = 0
      this.lines.push(piece)
    })
    socket.on('error', (error) => self.log(`${identity.deviceName}: ${error.message}`))
    socket.on('close', () => {
      clearInterval(looking)
      clearTimeout(this.timer)
      this.ended.abort(new PayloadFailed('the link ended'))
      if (!this.isReplaced) this.gone.abort(new PayloadFailed('the link ended'))
    })
    // Each payload adds a listener.
    socket.setMaxListeners(0)
    if (!this.isOld) this.send('identity', identityBody(self.identity))
  }

  /** Replaces a link of the same device, without the person or the device noticing: payloads continue, and so does a pairing request. */
  replace(before: Link): void {
    before.isReplaced = true
    this.gone = before.gone
    if (this.state !== 'unpaired' || (before.state !== 'asking' && before.state !== 'asked')) return
    this.timestamp = before.timestamp
    this.await(before.state, before.answerUntil - Date.now())
    clearTimeout(before.timer)
    before.state = 'unpaired'
  }

  get address(): string {
    return this.payloads.remoteAddress
  }

  /** Whether the other device uses a version without a second identity, see `PeerOptions.leastVersion`. */
  private get isOld(): boolean {
    return this.identity.protocolVersion < protocolVersion
  }

  /** Accepts the unencrypted identity if the other device uses a version without a second one. */
  believe(): void {
    if (this.isOld && !this.isReady) this.begin()
  }

  takes(type: string): boolean {
    return this.identity.incoming.includes(type)
  }

  send(type: string, body: Record<string, unknown> = {}): void {
    this.write({ type, body })
  }

  /** Resolves once the other device has fetched the payload. @throws PayloadFailed */
  sendPayload(type: string, body: Record<string, unknown>, size: number, open: () => Readable): Promise<void> {
    const announce = (port: number) => this.write({ type, body, payloadSize: size, payloadPort: port })
    return sendPayload(this.payloads, { size, open, announce, signal: this.gone.signal })
  }

  /** @throws PayloadFailed, also while it is read */
  fetchPayload({ payloadSize = -1, payloadPort = 0 }: Packet, maxBytes: number): AsyncGenerator<Buffer, void> {
    return fetchPayload(this.payloads, { port: payloadPort, announced: payloadSize, maxBytes, signal: this.gone.signal })
  }

  /** Also accepts a request. */
  pair(): void {
    if (this.state === 'asked') {
      this.send('pair', { pair: true })
      this.settle(true)
    } else if (this.state === 'unpaired') {
      this.timestamp = Math.floor(this.self.now() / 1_000)
      this.send('pair', { pair: true, timestamp: this.timestamp })
      this.await('asking')
    }
  }

  /** Also refuses or withdraws a request. */
  unpair(): void {
    this.send('pair', { pair: false })
    this.settle(false)
  }

  close(): void {
    this.socket.destroy()
  }

  private write(packet: Packet): void {
    if (this.socket.destroyed) return
    if (this.socket.writableLength > maxUnsent) this.socket.destroy(new Error('it reads nothing'))
    else this.socket.write(serialize(packet))
    this.unanswered ||= Date.now()
  }

  /**
   * TCP notices within 20 s that a silent device has vanished, but not while an acknowledgement is outstanding. Then this tries a
   * connection: a device that is there accepts or refuses it.
   */
  private probe(): void {
    if (this.unanswered === 0 || Date.now() - this.unanswered < liveness.unanswered) return
    // Not again before the next packet.
    this.unanswered = 0
    const socket = connectTcp({ host: this.address, port: ports.discovery, timeout: liveness.probe })
    socket.on('connect', () => socket.destroy())
    socket.on('timeout', () => {
      socket.destroy()
      this.socket.destroy(new Error('it cannot be reached any more'))
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'EHOSTDOWN')
        this.socket.destroy(new Error('it cannot be reached any more'))
    })
    this.ended.signal.addEventListener('abort', () => socket.destroy(), { once: true })
  }

  private onTooLong(): void {
    if (this.state === 'paired' && this.isReady) this.skipped.emit(undefined)
    else this.socket.destroy(new Error('a packet is too long'))
  }

  private takeLine(line: string): void {
    if (this.socket.destroyed) return
    try {
      const packet = parsePacket(line)
      if (this.isReady) this.take(packet)
      else this.meet(readIdentity(packet))
    } catch (error) {
      if (!(error instanceof NoPacket)) throw error
      if (!this.isReady) this.socket.destroy(error)
      else this.self.log(`${this.identity.deviceName}: ${error.message}`)
    }
  }

  /** Handles the identity sent inside TLS. The first one was unencrypted, so anybody could have changed it. */
  private meet(identity: Identity): void {
    const { deviceId, protocolVersion } = this.identity
    if (identity.deviceId !== deviceId || identity.protocolVersion !== protocolVersion) throw new NoPacket('two identities')
    this.identity = identity
    this.begin()
  }

  private begin(): void {
    this.isReady = true
    this.setLimit()
    this.onReady()
  }

  private take(packet: Packet): void {
    if (packet.type === 'pair') this.takePair(packet.body)
    else if (this.state === 'paired') this.packets.emit(packet)
    // It believes it is paired, so tell it otherwise.
    else if (this.isTolerable()) this.send('pair', { pair: false })
  }

  /** Counts a packet from an unpaired device, and ends the link if there are too many. */
  private isTolerable(): boolean {
    if (++this.strays <= maxStrays) return true
    this.socket.destroy(new Error('too many packets of a device that is not paired'))
    return false
  }

  private takePair({ pair, timestamp }: Record<string, unknown>): void {
    if (pair !== true || this.state === 'asking') this.settle(pair === true)
    else if (this.state !== 'asked') {
      // It has lost the pairing, so a person has to decide again.
      if (this.state === 'paired') this.settle(false)
      if (!this.isTolerable()) return
      if (this.mayAsk(timestamp)) {
        this.timestamp = Number(timestamp)
        this.await('asked')
      } else this.send('pair', { pair: false })
    }
  }

  private mayAsk(timestamp: unknown): boolean {
    // An older version sends no time.
    if (this.isOld) return this.self.isPairing()
    const seconds = this.self.now() / 1_000
    if (Number.isSafeInteger(timestamp) && Math.abs((timestamp as number) - seconds) <= clockSlack) return this.self.isPairing()
    this.self.log(`"${this.identity.deviceName}" cannot be paired: its clock and the one here differ by more than half an hour.`)
    return false
  }

  private await(state: 'asking' | 'asked', within = answerWithin[state]): void {
    const own = new X509Certificate(this.self.credentials.cert)
    this.code = verificationCode(own, this.cert, this.isOld ? undefined : this.timestamp)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.unpair(), within)
    this.answerUntil = Date.now() + within
    this.enter(state)
  }

  private settle(paired: boolean): void {
    clearTimeout(this.timer)
    const { deviceId, deviceName: name, protocolVersion } = this.identity
    this.code = undefined
    if (paired) this.self.trust.keep(deviceId, { cert: this.cert.toString(), name, protocolVersion })
    else if (this.state === 'paired') this.self.trust.forget(deviceId)
    this.enter(paired ? 'paired' : 'unpaired')
  }

  private enter(state: LinkState): void {
    if (this.state === state) return
    this.state = state
    if (state === 'paired') this.strays = 0
    this.setLimit()
    this.changes.emit(state)
  }

  private setLimit(): void {
    // An unpaired device can only fill 8 KiB.
    this.lines.maxBytes = this.isReady && this.state === 'paired' ? lineBytes : identityBytes
  }
}
