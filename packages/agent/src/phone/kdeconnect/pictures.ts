import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSource } from '@waypost/client'
import { forgetEldest } from '@waypost/client/ground/eldest'
import { isRecord } from '@waypost/client/ground/objects'
import { type Upload, UploadError } from '@waypost/client/queue/upload'
import { Refusal } from '@waypost/protocol'
import { writeFileAtomically } from '../atomic-file.ts'
import type { Connection } from './connection.ts'
import type { Attachment, Message } from './message.ts'
import type { Packet } from './packet.ts'
import { PayloadFailed } from './payload.ts'

interface Options {
  connection: Connection
  /** Where the addresses of uploaded pictures are stored. */
  folder: string
  upload(file: FileSource): Upload
  log(line: string): void
  /** In milliseconds. */
  timeout: number
  onUploaded(): void
}

/** Limits: bytes of a picture, queued pictures, and remembered addresses. */
const most = { bytes: 10 * 2 ** 20, waiting: 100, remembered: 2_000 }
/** How often uploaded pictures are reported while more are fetched, in milliseconds. */
const reportEvery = 2_000

/** The magic bytes of the formats that browsers draw. A RIFF file is a WebP picture if it says so after its size. */
const formats = [
  { type: 'image/jpeg', name: 'picture.jpg', isIt: (bytes: Buffer) => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff' },
  { type: 'image/png', name: 'picture.png', isIt: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === '\x89PNG' },
  { type: 'image/gif', name: 'picture.gif', isIt: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'GIF8' },
  { type: 'image/webp', name: 'picture.webp', isIt: (bytes: Buffer) => bytes.toString('latin1', 8, 12) === 'WEBP' },
]

/**
 * The full pictures of a phone's messages. Each is fetched when somebody wants to see it, one at a time, and uploaded just once; until
 * then, and if that fails, messages have the phone's preview.
 */
export class PhonePictures {
  private readonly options: Options
  private readonly file: string
  private urls: ReadonlyMap<string, string>
  private readonly waiting = new Map<string, Attachment>()
  /** Pictures that couldn't be fetched over this link. */
  private readonly failed = new Set<string>()
  private readonly closed = new AbortController()
  private working: Promise<void> | undefined
  private uploading: Upload | undefined
  private readonly stop: () => void

  constructor(options: Options) {
    this.options = options
    this.file = join(options.folder, 'pictures.json')
    this.urls = this.read()
    this.stop = options.connection.changes.on((link) => {
      if (link) this.failed.clear()
      else this.waiting.clear()
    })
  }

  /** Undefined until it is uploaded. */
  urlOf(message: Message, attachment: Attachment): string | undefined {
    return this.urls.get(keyOf(message, attachment))
  }

  /** Requests the pictures of these messages, because somebody wants to see them. */
  want(messages: readonly Message[]): void {
    for (const message of messages)
      for (const attachment of message.attachments) {
        const key = keyOf(message, attachment)
        if (!attachment.type.startsWith('image/') || this.urls.has(key) || this.failed.has(key)) continue
        if (this.waiting.size < most.waiting) this.waiting.set(key, attachment)
      }
    this.working ??= this.work().finally(() => {
      this.working = undefined
    })
  }

  async close(): Promise<void> {
    this.closed.abort(new PayloadFailed('the companion stops'))
    this.stop()
    this.waiting.clear()
    this.uploading?.cancel({ forGood: true })
    await this.working
  }

  private async work(): Promise<void> {
    let reported = Date.now()
    let unreported = 0
    for (;;) {
      const [next] = this.waiting
      if (!next || this.closed.signal.aborted) break
      const [key, attachment] = next
      if (await this.attempt(key, attachment)) unreported++
      this.waiting.delete(key)
      if (unreported === 0 || Date.now() - reported < reportEvery) continue
      this.options.onUploaded()
      reported = Date.now()
      unreported = 0
    }
    if (unreported > 0 && !this.closed.signal.aborted) this.options.onUploaded()
  }

  /** @returns whether the picture now has an address */
  private async attempt(key: string, attachment: Attachment): Promise<boolean> {
    try {
      const url = await this.upload(await this.fetch(attachment))
      this.keep(key, url)
      return true
    } catch (error) {
      const isExpected = [PayloadFailed, UploadError, Refusal].some((kind) => error instanceof kind)
      // A full disk, for example, has a code.
      if (!isExpected && !('code' in (error as Error))) throw error
      this.failed.add(key)
      if (!this.closed.signal.aborted) this.options.log(`A picture is shown as its preview: ${(error as Error).message}`)
      return false
    }
  }

  /** @throws PayloadFailed */
  private async fetch(attachment: Attachment): Promise<Buffer> {
    const packet = await this.ask(attachment)
    const { link } = this.options.connection
    if (!link) throw new PayloadFailed('the phone is not connected')
    const pieces: Buffer[] = []
    for await (const piece of link.fetchPayload(packet, most.bytes)) {
      if (this.closed.signal.aborted) throw new PayloadFailed('the companion stops')
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }

  /** A phone that doesn't have the picture stays silent. @returns the packet that offers it @throws PayloadFailed */
  private async ask({ part, name }: Attachment): Promise<Packet> {
    const { connection, timeout } = this.options
    const { promise, resolve, reject } = Promise.withResolvers<Packet>()
    const stops = [
      connection.packets.on((packet) => {
        if (packet.type === 'sms.attachment_file' && packet.body.filename === name && packet.payloadPort !== undefined)
          resolve(packet)
      }),
      connection.changes.on((link) => link ?? reject(new PayloadFailed('the link ended'))),
    ]
    const timer = setTimeout(() => reject(new PayloadFailed('the phone does not send it')), timeout)
    const onClose = () => reject(this.closed.signal.reason)
    this.closed.signal.addEventListener('abort', onClose)
    try {
      if (!connection.link) throw new PayloadFailed('the phone is not connected')
      connection.link.send('sms.request_attachment', { part_id: part, unique_identifier: name })
      return await promise
    } finally {
      clearTimeout(timer)
      this.closed.signal.removeEventListener('abort', onClose)
      for (const stop of stops) stop()
    }
  }

  private async upload(bytes: Buffer): Promise<string> {
    const format = formats.find(({ isIt }) => isIt(bytes))
    if (!format) throw new PayloadFailed('it has no format that browsers draw')
    const { name, type } = format
    this.uploading = this.options.upload({ name, type, size: bytes.length, slice: (start, end) => bytes.subarray(start, end) })
    try {
      return (await this.uploading.done).file_url
    } finally {
      this.uploading = undefined
    }
  }

  private keep(key: string, url: string): void {
    const urls = new Map(this.urls).set(key, url)
    forgetEldest(urls, most.remembered)
    writeFileAtomically(this.file, JSON.stringify(Object.fromEntries(urls)))
    this.urls = urls
  }

  private read(): Map<string, string> {
    try {
      const all: unknown = JSON.parse(readFileSync(this.file, 'utf8'))
      return new Map(
        Object.entries(isRecord(all) ? all : {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    } catch {
      // They are fetched and uploaded again.
      return new Map()
    }
  }
}

/** Parts are numbered across all messages of a phone; the message distinguishes those of a reset phone from earlier ones. */
const keyOf = ({ id, date }: Message, { part, name }: Attachment): string => `${id} ${date} ${part} ${name}`
