// A stand-in for the Android app of KDE Connect, on a loopback address, for the demonstration and for tests. It speaks at most TLS 1.2,
// accepts one connection a second from each address and device, writes the target's version as text, answers packets of unpaired devices by
// unpairing, and only sends types that the other device accepts. The product doesn't use it.

import { createHash, randomUUID, type X509Certificate } from 'node:crypto'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { type Credentials, makeCredentials } from './certificate.ts'
import { type Packet, parsePacket, serialize } from './packet.ts'
import { listenInRange, ports } from './payload.ts'
import type { StandInMessage } from './stand-in-message.ts'
import { fetchBytes, offerBytes } from './stand-in-payload.ts'
import { verificationCode } from './verification-code.ts'

interface Options {
  /** A loopback address. */
  host: string
  /**
   * Whether it hears computers' announcements, at UDP port 1716 of its address. It can't if a computer has the same address; then it has to
   * announce itself.
   */
  hears?: boolean
  name?: string
  deviceId?: string
  credentials?: Credentials
  protocolVersion?: number
}

const incoming =
  'battery clipboard clipboard.connect contacts.request_all_uids_timestamps contacts.request_vcards_by_uid findmyphone.request ' +
  'notification.action notification.reply notification.request ping share.request share.request.update sms.request sms.request_attachment ' +
  'sms.request_conversation sms.request_conversations'
const outgoing =
  'battery clipboard clipboard.connect contacts.response_uids_timestamps contacts.response_vcards findmyphone.request notification ping ' +
  'share.request sms.attachment_file sms.messages telephony'

const mostReceived = 10_000
const pauseMilliseconds = 1_000
const replacedMilliseconds = 2_000

/** How many icons it offers at the same time. */
const mostIcons = 20

/** Waits until `look` returns a value, for at most a minute. */
async function until<T>(look: () => T | undefined, what: string): Promise<T> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`The phone never saw ${what}.`)
}

/** An Android phone with KDE Connect, as far as computers can tell. Its fields are what its owner would do and see on screen. */
export class StandInPhone {
  readonly deviceId: string
  readonly credentials: Credentials
  readonly name: string
  readonly host: string
  /** The packets of the paired computer, oldest first. */
  readonly received: Packet[] = []
  /** The paired computer's files, by name. */
  readonly files = new Map<string, Buffer>()
  /** Certificates of paired computers by id, as in the app's settings. */
  readonly paired = new Map<string, string>()
  messages: StandInMessage[] = []
  /** vCards by uid. */
  contacts = new Map<string, string>()
  attachments = new Map<string, Buffer>()
  attachmentFaults = new Map<string, 'says less' | 'says more' | 'vanishes'>()
  mayReadTexts = true
  /** Whether it hears no computer at the moment, so it stays away after leaving. */
  isOutOfReach = false
  /** Whether it leaves when the next file is offered to it. */
  leavesAtFile = false
  /** In milliseconds. */
  clockAhead = 0
  mayReadContacts = true
  /** The outcome of texts sent by the computer: 2 sent, 5 failed; undefined if the phone never reports it. */
  outcome: 2 | 5 | undefined = 2
  /** In per cent, and whether it is being charged. */
  battery = { currentCharge: 71, isCharging: false }
  /** Called with each packet of the paired computer, once it has been handled. */
  onPacket: (packet: Packet) => void = () => {}
  /** The code of a pairing request, as shown on screen. */
  code: string | undefined
  /** The id of the computer that asked to pair. */
  askedBy: string | undefined
  tls: TLSSocket | undefined
  peer: { deviceId: string; cert: X509Certificate; incoming: string[]; address: string; isOld: boolean } | undefined
  protocolVersion: number
  private timestamp = 0
  private asking = false
  private readonly replies = new Map<string, string>()
  /** The notification shade, by id. */
  private readonly shade = new Map<string, { body: Record<string, unknown>; icon: Buffer | undefined }>()
  private readonly icons = new Map<string, string>()
  private readonly udp: UdpSocket = createSocket({ type: 'udp4', reuseAddr: true })
  private readonly hears: boolean
  private server: Server | undefined
  private tcpPort = 0
  private readonly latest = new Map<string, number>()
  /** Whether it was asked for texts on this connection: before that, it sends none unasked. */
  private pushesTexts = false
  private nextId = 1_000_000

  constructor({
    host,
    hears = true,
    name = 'Pixel',
    deviceId = randomUUID().replaceAll('-', '_'),
    credentials,
    protocolVersion = 8,
  }: Options) {
    this.host = host
    this.hears = hears
    this.name = name
    this.deviceId = deviceId
    this.credentials = credentials ?? makeCredentials(deviceId)
    this.protocolVersion = protocolVersion
  }

  async start(): Promise<void> {
    const { server, port } = await listenInRange(ports.discovery, this.host)
    this.server = server.on('connection', (socket) => void this.accept(socket).catch(() => socket.destroy()))
    this.tcpPort = port
    this.udp.on('message', (bytes, { address }) => void this.call(bytes.toString(), address).catch(() => {}))
    this.udp.bind(this.hears ? ports.discovery : 0, this.host)
    await once(this.udp, 'listening')
  }

  close(): void {
    this.udp.close()
    this.server?.close()
    this.tls?.destroy()
  }

  /** Announces itself, like when the screen turns on; the computer then connects. */
  announce(to: string): void {
    this.udp.send(serialize({ type: 'identity', body: { ...this.identity(), tcpPort: this.tcpPort } }), ports.discovery, to)
  }

  /** The phone doesn't come back by itself. */
  leave(): void {
    this.tls?.destroy()
  }

  identity(): Record<string, unknown> {
    const full = (types: string) => types.split(' ').map((type) => `kdeconnect.${type}`)
    return {
      deviceId: this.deviceId,
      deviceName: this.name,
      deviceType: 'phone',
      protocolVersion: this.protocolVersion,
      incomingCapabilities: full(incoming),
      outgoingCapabilities: full(outgoing),
    }
  }

  /** Connects to the computer, and then acts as the TLS server. */
  private async call(line: string, address: string): Promise<void> {
    const { body } = parsePacket(line)
    if (this.isOutOfReach || body.deviceId === this.deviceId || !this.mayConnect(String(body.deviceId), address)) return
    const socket = connect({ host: address, port: Number(body.tcpPort), localAddress: this.host })
    socket.on('error', () => {})
    await once(socket, 'connect')
    const target = { targetDeviceId: body.deviceId, targetProtocolVersion: String(body.protocolVersion) }
    socket.write(serialize({ type: 'identity', body: { ...this.identity(), ...target } }))
    const tls = new TLSSocket(socket, {
      isServer: true,
      requestCert: true,
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
      ...this.credentials,
    })
    tls.on('error', () => {})
    await once(tls, 'secure')
    await this.meet(tls, body)
  }

  private async accept(socket: Socket): Promise<void> {
    socket.on('error', () => {})
    await once(socket, 'readable')
    const { body } = parsePacket(String(socket.read()).split('\n')[0] ?? '')
    if (body.targetDeviceId !== undefined && body.targetDeviceId !== this.deviceId) return void socket.destroy()
    if (!this.mayConnect(String(body.deviceId), String(socket.remoteAddress))) return void socket.destroy()
    const tls = connectTls({ socket, rejectUnauthorized: false, maxVersion: 'TLSv1.2', ...this.credentials })
    tls.on('error', () => {})
    await once(tls, 'secureConnect')
    await this.meet(tls, body)
  }

  private mayConnect(...keys: string[]): boolean {
    const now = Date.now()
    const may = keys.every((key) => now - (this.latest.get(key) ?? 0) >= pauseMilliseconds)
    if (may) for (const key of keys) this.latest.set(key, now)
    return may
  }

  private async meet(tls: TLSSocket, said: Record<string, unknown>): Promise<void> {
    const cert = tls.getPeerX509Certificate()
    const deviceId = String(said.deviceId)
    const pinned = this.paired.get(deviceId)
    if (!cert || (pinned !== undefined && pinned !== cert.fingerprint256)) return void tls.destroy()
    let rest = ''
    let isMet = false
    const begin = (body: Record<string, unknown>) => {
      isMet = true
      const isOld = Number(body.protocolVersion) < 8
      const before = this.tls
      // kdeconnectd 22.12 drops both if the old one ends before it uses the new one.
      if (isOld) setTimeout(() => before?.destroy(), replacedMilliseconds).unref()
      else before?.destroy()
      this.tls = tls
      this.pushesTexts = false
      const types = (body.incomingCapabilities as string[]).map((type) => type.replace('kdeconnect.', ''))
      this.peer = { deviceId, cert, incoming: types, address: String(tls.remoteAddress), isOld }
      if (this.isPaired) this.greet()
    }
    tls.setEncoding('utf8')
    tls.on('data', (piece: string) => {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const packet = parsePacket(line)
        if (isMet) void this.take(packet)
        else if (packet.body.deviceId !== deviceId) tls.destroy()
        else begin(packet.body)
      }
    })
    tls.on('close', () => {
      if (this.tls === tls) this.tls = undefined
    })
    // The app accepts the first identity of a device with the older protocol, which sends no second one.
    if (Number(said.protocolVersion) < 8) begin(said)
    else tls.write(serialize({ type: 'identity', body: this.identity() }))
  }

  get isPaired(): boolean {
    return this.peer !== undefined && this.paired.has(this.peer.deviceId)
  }

  linked(): Promise<TLSSocket> {
    return until(() => this.tls, 'a link')
  }

  /** Sends a packet, if the computer accepts its type. */
  send(type: string, body: Record<string, unknown> = {}, rest: Partial<Packet> = {}): void {
    if (type !== 'pair' && !this.peer?.incoming.includes(type)) return
    this.tls?.write(serialize({ type, body, ...rest }))
  }

  ask(at = Date.now()): void {
    this.timestamp = Math.floor(at / 1_000)
    this.asking = true
    this.code = this.codeNow()
    this.send('pair', { pair: true, timestamp: this.timestamp })
  }

  agree(): void {
    this.send('pair', { pair: true })
    this.settlePairing()
  }

  unpair(): void {
    this.send('pair', { pair: false })
    if (this.peer) this.paired.delete(this.peer.deviceId)
  }

  private codeNow(): string | undefined {
    const own = this.tls?.getX509Certificate()
    return own && this.peer && verificationCode(own, this.peer.cert, this.peer.isOld ? undefined : this.timestamp)
  }

  private settlePairing(): void {
    if (this.peer) this.paired.set(this.peer.deviceId, this.peer.cert.fingerprint256)
    this.asking = false
    this.askedBy = undefined
    this.greet()
  }

  private greet(): void {
    this.sendBattery()
    this.send('clipboard.connect', { timestamp: 0, content: '' })
  }

  sendBattery(): void {
    this.send('battery', { ...this.battery, thresholdEvent: 0 })
  }

  private async take(packet: Packet): Promise<void> {
    const { type, body } = packet
    if (type === 'pair') {
      if (body.pair !== true) {
        if (this.peer) this.paired.delete(this.peer.deviceId)
        this.asking = false
        this.askedBy = undefined
      } else if (this.asking) this.settlePairing()
      else {
        this.timestamp = Number(body.timestamp)
        this.askedBy = this.peer?.deviceId
        this.code = this.codeNow()
      }
      return
    }
    if (!this.isPaired) return this.send('pair', { pair: false })
    this.received.push(packet)
    if (this.received.length > mostReceived) this.received.shift()
    await this.follow(packet)
    this.onPacket(packet)
  }

  private async follow(packet: Packet): Promise<void> {
    const { type, body } = packet
    if (type === 'sms.request_conversations') this.listConversations()
    else if (type === 'sms.request_conversation') this.sendConversation(body)
    else if (type === 'sms.request') this.sendText(body)
    else if (type === 'sms.request_attachment') await this.sendAttachment(body)
    else if (type.startsWith('contacts.')) this.sendContacts(type, body)
    else if (type === 'notification.request' && typeof body.cancel === 'string') this.cancel(body.cancel)
    else if (type === 'notification.request') void this.listNotifications()
    else if (type === 'notification.reply') this.answered(String(body.requestReplyId))
    else if (type === 'share.request' && typeof body.filename === 'string' && this.leavesAtFile) {
      this.leavesAtFile = false
      this.leave()
    } else if (type === 'share.request' && typeof body.filename === 'string')
      this.files.set(body.filename, packet.payloadPort === undefined ? Buffer.alloc(0) : await this.fetch(packet))
  }

  /** Waits for the next packet of a type, with a field if one is named: computers ask again on each link. */
  async next(type: string, field?: string): Promise<Packet> {
    const at = await until(() => {
      const found = this.received.findIndex((packet) => packet.type === type && (field === undefined || field in packet.body))
      return found < 0 ? undefined : found
    }, type)
    return this.received.splice(at, 1)[0] as Packet
  }

  private listConversations(): void {
    if (!this.mayReadTexts) return
    this.pushesTexts = true
    const latest = new Map<number, StandInMessage>()
    for (const message of this.messages)
      if (message.date >= (latest.get(message.thread_id)?.date ?? 0)) latest.set(message.thread_id, message)
    for (const message of latest.values()) this.send('sms.messages', { version: 2, messages: [message] })
  }

  private sendConversation({ threadID, rangeStartTimestamp, numberToRequest }: Record<string, unknown>): void {
    if (!this.mayReadTexts) return
    this.pushesTexts = true
    const before = typeof rangeStartTimestamp === 'number' ? rangeStartTimestamp : Number.POSITIVE_INFINITY
    const messages = this.messages
      .filter(({ thread_id, date }) => thread_id === threadID && date <= before)
      .sort((a, b) => b.date - a.date)
      .slice(0, typeof numberToRequest === 'number' ? numberToRequest : undefined)
    this.send('sms.messages', { version: 2, messages })
  }

  private sendText({ addresses, messageBody, attachments }: Record<string, unknown>): void {
    const message = this.message({
      addresses: addresses as StandInMessage['addresses'],
      body: String(messageBody),
      type: 4,
      ...(Array.isArray(attachments) && {
        attachments: [
          { part_id: this.nextId, mime_type: String(attachments[0].mimeType), unique_identifier: `PART_${this.nextId}` },
        ],
      }),
    })
    this.receive(message)
    if (this.outcome !== undefined) this.settle(message, this.outcome)
  }

  /** Sets the outcome of a text from the computer: sent (2), or failed (5). */
  settle(message: StandInMessage, outcome: 2 | 5): void {
    message.type = outcome
    this.pushTexts(message.date)
  }

  /** Makes a message that hasn't arrived yet. Its conversation is that of its people. */
  message(fields: Partial<StandInMessage> & Pick<StandInMessage, 'addresses'>): StandInMessage {
    const key = (all: { address: string }[]) =>
      all
        .map(({ address }) => address)
        .sort()
        .join()
    const known = this.messages.find(({ addresses }) => key(addresses) === key(fields.addresses))
    const _id = this.nextId++
    const thread_id = known?.thread_id ?? _id
    return { _id, thread_id, body: '', date: Date.now() + this.clockAhead, type: 1, read: 0, sub_id: 1, event: 1, ...fields }
  }

  /** A message arrives on the phone, or is sent from it. */
  receive(message: StandInMessage): void {
    this.messages.push(message)
    this.pushTexts(message.date)
  }

  private pushTexts(from: number): void {
    if (this.pushesTexts) this.send('sms.messages', { version: 2, messages: this.messages.filter(({ date }) => date >= from) })
  }

  private async sendAttachment({ unique_identifier: name }: Record<string, unknown>): Promise<void> {
    const bytes = this.attachments.get(String(name))
    // The app ignores requests for files it doesn't have.
    if (!bytes) return
    const fault = this.attachmentFaults.get(String(name))
    const size = bytes.length + (fault === 'says less' ? -10 : fault === 'says more' ? 10 : 0)
    await this.sendPayload('sms.attachment_file', { filename: name }, bytes, size, fault === 'vanishes').catch(() => {})
  }

  private sendContacts(type: string, { uids }: Record<string, unknown>): void {
    if (!this.mayReadContacts) return
    if (type === 'contacts.request_all_uids_timestamps') {
      const stamps = Object.fromEntries([...this.contacts.keys()].map((uid) => [uid, '1700000000000']))
      this.send('contacts.response_uids_timestamps', { uids: [...this.contacts.keys()], ...stamps })
      return
    }
    const wanted = (uids as string[]).filter((uid) => this.contacts.has(uid))
    const cards = Object.fromEntries(wanted.map((uid) => [uid, this.contacts.get(uid)]))
    this.send('contacts.response_vcards', { uids: wanted, ...cards })
  }

  /** The icon is only sent when it has changed. */
  async notify(id: string, fields: Record<string, unknown> = {}, icon?: Buffer): Promise<void> {
    const body = { id, appName: 'Chat', title: 'Ana', text: 'Hi', ticker: 'Ana: Hi', isClearable: true, silent: false, ...fields }
    const withTime = { time: String(Date.now()), ...body }
    this.shade.set(id, { body: withTime, icon })
    if (typeof fields.requestReplyId === 'string') this.replies.set(fields.requestReplyId, id)
    if (this.tls && this.isPaired) await this.sendNotification(withTime, icon)
  }

  private async sendNotification(body: Record<string, unknown>, icon: Buffer | undefined): Promise<void> {
    const hash = icon && createHash('md5').update(icon).digest('hex')
    const id = String(body.id)
    if (!icon || this.icons.get(id) === hash) return this.send('notification', { ...body, ...(hash && { payloadHash: hash }) })
    await this.sendPayload('notification', { ...body, payloadHash: hash }, icon)
    // It is resent unless the computer has fetched it.
    this.icons.set(id, hash ?? '')
  }

  /** A computer may not want the icons. */
  private async listNotifications(): Promise<void> {
    const all = [...this.shade.values()]
    // There are ports for only some icons at the same time.
    while (all.length > 0)
      await Promise.all(
        all.splice(0, mostIcons).map(({ body, icon }) => this.sendNotification({ ...body, silent: true }, icon).catch(() => {})),
      )
  }

  cancel(id: string): void {
    this.shade.delete(id)
    this.send('notification', { id, isCancel: true })
  }

  /** Ids used for replies. Each works once. */
  readonly answeredIds: string[] = []
  private answered(id: string): void {
    if (this.replies.delete(id)) this.answeredIds.push(id)
  }

  /**
   * Sends a packet with a payload, which goes out once the computer fetches it.
   * @param size the announced size, -1 for unknown
   * @param vanishes whether it leaves halfway through
   */
  async sendPayload(type: string, body: Record<string, unknown>, bytes: Buffer, size = bytes.length, vanishes = false) {
    const tell = (payloadPort: number) => this.send(type, body, { payloadSize: size, payloadPort })
    await offerBytes(this, bytes, tell, vanishes ? () => this.leave() : undefined)
  }

  private async fetch({ payloadPort = 0, payloadSize = 0 }: Packet): Promise<Buffer> {
    const bytes = await fetchBytes(this, this.peer?.address ?? '', payloadPort)
    if (bytes.length !== payloadSize) throw new Error(`The phone got ${bytes.length} of ${payloadSize} bytes.`)
    return bytes
  }
}
