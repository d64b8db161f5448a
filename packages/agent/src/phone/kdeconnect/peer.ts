// Finds devices on the local network and keeps a link with each.

import { X509Certificate } from 'node:crypto'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { listeners } from '@waypost/client/ground/listeners'
import { broadcastAddresses, isLocalAddress } from './addresses.ts'
import { Link, type Self } from './link.ts'
import {
  type Identity,
  identityBody,
  identityBytes,
  NoPacket,
  parsePacket,
  protocolVersion,
  readIdentity,
  serialize,
} from './packet.ts'
import { listenInRange, plainAddress, ports } from './payload.ts'

interface Unsuitable {
  name: string
  /** A sentence. */
  reason: string
}

interface PeerOptions extends Self {
  /** The address to listen on; all by default. */
  host?: string | undefined
  /**
   * The lowest protocol version accepted, for trials only: with version 7, that of Debian's kdeconnectd, a man in the middle can change
   * devices' identities.
   */
  leastVersion?: number | undefined
  /** A clock that never goes back, in milliseconds; that of the process by default. */
  monotonic?(): number | undefined
}

/** How long each step of a connection may take, and how long a replaced link stays, in milliseconds. */
const timeouts = { connect: 3_000, identity: 3_000, tls: 10_000, replaced: 2_000 }
/** How long a device or address must wait before its next connection, in milliseconds. */
const pause = 500
const maxPaused = 1_000
/** The most connections being set up, and the most links with unpaired devices. */
const maxConnecting = 30
const maxUnpaired = 20

/** The message says why. */
class Refused extends Error {}

/** This machine as a KDE Connect device. */
export class Peer {
  /** The latest link of each device, by its id. */
  readonly links = new Map<string, Link>()
  /** A new link of the same device replaces the previous one. */
  readonly linked = listeners<Link>()
  readonly unsuitable = listeners<Unsuitable>()
  private readonly options: PeerOptions
  private readonly udp: UdpSocket = createSocket({ type: 'udp4', reuseAddr: true })
  private server: Server | undefined
  private port = 0
  /** When devices and addresses last connected. */
  private readonly latest = new Map<string, number>()
  private readonly connecting = new Set<Socket>()
  private closed = false

  constructor(options: PeerOptions) {
    this.options = options
  }

  private get leastVersion(): number {
    return this.options.leastVersion ?? protocolVersion
  }

  /** @throws Error if the ports are taken */
  async start(): Promise<void> {
    const { server, port } = await listenInRange(ports.discovery, this.options.host)
    this.server = server.on('connection', (socket) => this.attempt(socket, () => this.accept(socket)))
    this.port = port
    this.udp.on('message', (bytes, { address }) => this.onAnnouncement(bytes, address))
    this.udp.on('error', ({ message }) => this.options.log(`The network: ${message}`))
    this.udp.bind({ port: ports.discovery, ...(this.options.host !== undefined && { address: this.options.host }) })
    await once(this.udp, 'listening')
    this.udp.setBroadcast(true)
  }

  /** Announces this device to the local networks, or to one address. Devices that hear it connect to this one. */
  announce(address?: string): void {
    if (this.closed) return
    const body = { ...identityBody(this.options.identity, this.leastVersion >= protocolVersion), tcpPort: this.port }
    const line = serialize({ type: 'identity', body })
    // Nobody else is on loopback, and then nothing is sent to other networks.
    const broadcasts = this.options.host?.startsWith('127.') ? [] : ['255.255.255.255', ...broadcastAddresses()]
    const all = address === undefined ? broadcasts : [address]
    // There may be no network at the moment.
    for (const each of all) this.udp.send(line, ports.discovery, each, () => {})
  }

  close(): void {
    this.closed = true
    this.udp.close()
    this.server?.close()
    for (const socket of this.connecting) socket.destroy()
    for (const link of this.links.values()) link.close()
  }

  closeUnpaired(): void {
    for (const link of this.links.values()) if (link.state !== 'paired') link.close()
  }

  /** Destroys the socket if the work fails. */
  private attempt(socket: Socket, work: () => Promise<void>): void {
    socket.on('error', () => {})
    if (this.connecting.size >= maxConnecting) return void socket.destroy()
    this.connecting.add(socket)
    work()
      // Anybody can connect, so it is not logged.
      .catch(() => void socket.destroy())
      .finally(() => this.connecting.delete(socket))
  }

  /** Connects to the other device, and then acts as the TLS server. */
  private onAnnouncement(bytes: Buffer, address: string): void {
    try {
      if (bytes.length > identityBytes) return
      const packet = parsePacket(bytes.toString())
      const identity = readIdentity(packet)
      const { tcpPort: port } = packet.body
      if (identity.deviceId === this.options.identity.deviceId) return
      if (typeof port !== 'number' || !Number.isInteger(port) || port < ports.discovery || port > ports.last) return
      this.admit(identity, address)
      const localAddress = this.options.host
      const socket = connect({ host: address, port, ...(localAddress !== undefined && { localAddress }) })
      this.attempt(socket, () => this.call(socket, identity))
    } catch (error) {
      // Anybody can send datagrams, so they are not logged.
      if (!(error instanceof NoPacket || error instanceof Refused)) throw error
    }
  }

  private async call(socket: Socket, identity: Identity): Promise<void> {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeouts.connect) })
    const { deviceId: targetDeviceId, protocolVersion: targetProtocolVersion } = identity
    const isRepeated = targetProtocolVersion >= protocolVersion
    const body = { ...identityBody(this.options.identity, isRepeated), targetDeviceId, targetProtocolVersion }
    socket.write(serialize({ type: 'identity', body }))
    await this.secure(socket, identity, true)
  }

  /** Handles a connection from another device that heard an announcement: it sends its identity, and this one acts as the TLS client. */
  private async accept(socket: Socket): Promise<void> {
    const packet = parsePacket(await readLine(socket))
    const identity = readIdentity(packet)
    const { targetDeviceId, targetProtocolVersion } = packet.body
    const { deviceId } = this.options.identity
    if (identity.deviceId === deviceId || (targetDeviceId ?? deviceId) !== deviceId) throw new Refused('it is for another device')
    // Text from the Android app, a number from KDE's desktop program.
    if (Number(targetProtocolVersion ?? protocolVersion) !== protocolVersion) throw new Refused('it is for another protocol')
    if (socket.readableLength > 0) throw new Refused('there is more than an identity before TLS')
    this.admit(identity, plainAddress(socket.remoteAddress))
    await this.secure(socket, identity, false)
  }

  /** Checks a device's known facts before anything is encrypted. @throws Refused */
  private admit(identity: Identity, address: string): void {
    if (!isLocalAddress(address)) throw new Refused('its address is not one of a local network')
    const { trust, isPairing } = this.options
    // Nobody is waiting for it.
    if (!trust.find(identity.deviceId) && !isPairing()) throw new Refused('it is not paired')
    this.limit(identity.deviceId, address)
    if (identity.protocolVersion >= this.leastVersion) return
    const name = identity.deviceName
    const reason = `The KDE Connect app on "${name}" is too old. Update it to version 1.33 or later.`
    this.unsuitable.emit({ name, reason })
    throw new Refused(reason)
  }

  private async secure(socket: Socket, said: Identity, isServer: boolean): Promise<void> {
    const { credentials, trust } = this.options
    const common = { rejectUnauthorized: false, ...credentials }
    const tls = isServer ? new TLSSocket(socket, { isServer, requestCert: true, ...common }) : connectTls({ socket, ...common })
    try {
      await once(tls, isServer ? 'secure' : 'secureConnect', { signal: AbortSignal.timeout(timeouts.tls) })
      // Only queried once: on a TLS client, Node has no second answer.
      const cert = tls.getPeerX509Certificate()
      if (!cert) throw new Refused('it has no certificate')
      if (commonName(cert) !== said.deviceId) throw new Refused('its certificate is that of another device')
      const pinned = trust.find(said.deviceId)
      if (pinned && new X509Certificate(pinned.cert).fingerprint256 !== cert.fingerprint256)
        throw new Refused(`the certificate of "${pinned.name}" has changed`)
      if (pinned && said.protocolVersion < pinned.protocolVersion)
        throw new Refused(`"${pinned.name}" has an older protocol than when it was paired`)
      await this.meet(tls, cert, said)
    } catch (error) {
      tls.on('error', () => {}).destroy()
      this.options.log(`A connection with "${said.deviceName}" was refused: ${(error as Error).message}.`)
      throw error
    }
  }

  /** Waits for the identity inside TLS, which the link checks. */
  private meet(tls: TLSSocket, cert: X509Certificate, said: Identity): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Refused('it does not say who it is')), timeouts.identity)
    const link = new Link(said, cert, tls, this.options, () => {
      try {
        this.keep(link)
        resolve()
      } catch (error) {
        reject(error)
      }
    })
    tls.once('error', reject)
    tls.once('close', () => reject(new Refused('it ended the connection')))
    link.believe()
    return promise.finally(() => clearTimeout(timer))
  }

  private keep(link: Link): void {
    const { deviceId } = link.identity
    const before = this.links.get(deviceId)
    if (this.closed) throw new Refused('this device is being stopped')
    if (before && before.cert.fingerprint256 !== link.cert.fingerprint256) throw new Refused('another device has this id')
    const unpaired = [...this.links.values()].filter(({ state }) => state !== 'paired').length
    if (link.state !== 'paired' && !before && unpaired >= maxUnpaired) throw new Refused('too many devices want to be paired')
    this.links.set(deviceId, link)
    if (before) link.replace(before)
    // The other device closes the old connection once it uses the new one. Some versions drop both if the old one ends before that.
    if (before) setTimeout(() => before.close(), timeouts.replaced).unref()
    link.ended.signal.addEventListener('abort', () => {
      if (this.links.get(deviceId) === link) this.links.delete(deviceId)
    })
    this.linked.emit(link)
  }

  /** @throws Refused if the device or its address connected just before, which would make floods cheap */
  private limit(...keys: readonly string[]): void {
    const now = this.options.monotonic?.() ?? performance.now()
    for (const [key, at] of this.latest) {
      if (at + pause > now) break
      this.latest.delete(key)
    }
    if (this.latest.size >= maxPaused || keys.some((key) => this.latest.has(key))) throw new Refused('it connects too often')
    for (const key of keys) this.latest.set(key, now)
  }
}

const commonName = ({ subject }: X509Certificate): string | undefined =>
  subject
    .split('\n')
    .find((line) => line.startsWith('CN='))
    ?.slice(3)

/** Leaves the rest unread. @throws Refused if the line is too long or too late */
function readLine(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let read = Buffer.alloc(0)
  // At once, because bytes put back would be read again.
  const stop = () => {
    clearTimeout(timer)
    socket.off('readable', look).off('close', onClose)
  }
  const refuse = (reason: string) => {
    stop()
    reject(new Refused(reason))
  }
  const look = () => {
    for (let piece: Buffer | null = socket.read(); piece !== null; piece = socket.read()) {
      read = Buffer.concat([read, piece])
      const end = read.indexOf(10)
      if (end > identityBytes || (end < 0 && read.length > identityBytes)) {
        refuse('its identity is too long')
        return
      }
      if (end < 0) continue
      stop()
      if (end < read.length - 1) socket.unshift(read.subarray(end + 1))
      resolve(read.toString('utf8', 0, end))
      return
    }
  }
  const onClose = () => refuse('it ended the connection')
  const timer = setTimeout(() => refuse('it does not say who it is'), timeouts.identity)
  socket.on('readable', look).on('close', onClose)
  look()
  return promise
}
