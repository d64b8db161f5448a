// Publishes messages: checks permissions, interprets the body, and sends it.

import { Readable } from 'node:stream'
import { bodyLength, Refusal } from '@waypost/protocol'
import type { FastifyRequest } from 'fastify'
import { isStopped } from '../access-token/rows.ts'
import type { Deps } from '../deps.ts'
import { startOfBody } from '../http/foreign-api.ts'
import type { HttpOptions } from '../http/http.ts'
import { deliver } from '../push/source/deliver.ts'
import type { NewMessage, SourceMessage } from '../source/message.ts'
import { sourceForTopic } from '../source/new-source.ts'
import { findTopic, type SourceRef } from '../source/rows.ts'
import { isReserved } from '../source/topics.ts'
import { discardUpload } from '../upload/lifecycle.ts'
import type { UploadRow } from '../upload/rows.ts'
import { fileUrl, isPicture } from '../upload/rules.ts'
import { storeFile } from '../upload/store-file.ts'
import { NtfyRefusal } from './errors.ts'
import { checkMessage, fitsBody, type Given, headOf } from './given.ts'
import { kindOf } from './media-type.ts'
import { isYes, plainLines } from './params.ts'
import { wantsTemplate, withTemplate } from './template.ts'
import { type Who, writerOf } from './who.ts'

/** The maximum bytes of a UnifiedPush message. */
export const unifiedPushBytes = 4_096
/** The maximum bytes of a body that can be a text. */
export const textBytes = bodyLength * 4

export interface Publishing {
  deps: Deps
  /** Cache of the sources that accounts write to, by topic; they may have changed since. */
  own: Map<string, SourceRef>
  options: HttpOptions
  published(): void
}

/** Whether a text is the name of a topic. */
export const isTopic = (text: string): boolean => /^[-_A-Za-z0-9]{1,64}$/.test(text)

/** @throws NtfyRefusal for an invalid topic, and for a word reserved for other addresses */
export function checkTopic(topic: string): void {
  if (!isTopic(topic)) throw new NtfyRefusal(40009)
  if (isReserved(topic)) throw new NtfyRefusal(40010)
}

/** Topics that apps create for UnifiedPush: the name is secret, and anyone who knows it may write. */
const isUnifiedPushTopic = (topic: string): boolean => /^up[A-Za-z0-9]{12}$/.test(topic)

interface Place {
  topic: string
  owner: string
  /** The source, possibly outdated; created for its account if it doesn't exist yet. */
  source(): Promise<SourceRef>
  takesFiles: boolean
}

/** The place that a request may write to. @throws NtfyRefusal for another's topic, Refusal `forbidden` for tokens that may not send */
export async function placeFor({ deps, own }: Publishing, topic: string, who: Who | undefined): Promise<Place> {
  const { db, change } = deps
  checkTopic(topic)
  if (who?.source) {
    if (who.source.topic !== topic) throw new NtfyRefusal(40301)
    return place(topic, who.source, true)
  }
  const caller = writerOf(who)
  const known = own.get(topic)
  if (caller && known?.owner === caller.account.iden) return place(topic, known, true)
  const found = await findTopic(db, topic)
  if (caller && (!found || found.owner === caller.account.iden)) {
    const source = async () => {
      const root = found ?? (await sourceForTopic({ db, change }, caller.account, topic))
      own.set(topic, root)
      return root
    }
    return { topic, owner: caller.account.iden, source, takesFiles: true }
  }
  if (!found) throw new NtfyRefusal(isUnifiedPushTopic(topic) ? 50701 : 40301)
  if (found.open !== 1 && !isUnifiedPushTopic(topic)) throw new NtfyRefusal(40301)
  if (await isStopped(db, found.owner, 'topics of sources')) throw new NtfyRefusal(40301)
  return place(topic, found, false)
}

const place = (topic: string, source: SourceRef, takesFiles: boolean): Place => ({
  topic,
  owner: source.owner,
  source: async () => source,
  takesFiles,
})

type Body = Buffer | FastifyRequest

/** Publishes a message. @throws NtfyRefusal, Refusal */
export async function publish(
  publishing: Publishing,
  topic: string,
  who: Who | undefined,
  given: Given,
  body: Body,
  { isMarkdown = false, isEncrypted = false, sequence = '' } = {},
): Promise<SourceMessage> {
  const { deps } = publishing
  checkTopic(topic)
  const { message, isKept } = headOf(given, Date.now(), isMarkdown)
  if (sequence !== '') message.update_id = sequence
  const where = await placeFor(publishing, topic, who)
  const isPush = isEncrypted || isYes(given.param('unifiedPush'))
  const whole = isPush ? await asUnifiedPush(publishing, message, body) : await withBody(publishing, where, message, given, body)
  const { upload, ...complete } = whole
  if (!isKept) complete.foreign = { ...complete.foreign, uncached: true }
  if (![complete.title, complete.body, complete.url, complete.file_url].some((text) => text)) complete.body = 'triggered'
  try {
    checkMessage(complete)
    const owner = who?.caller?.account
    const stored = await withSource(publishing, where, who, (source) => deliver(deps, source, complete, owner))
    publishing.published()
    return stored
  } catch (error) {
    if (upload) await discardUpload(deps, upload)
    throw error
  }
}

/** Runs work with a place's source; if it was deleted since it was read, creates it again if the account may still use the topic. */
export async function withSource<T>(
  publishing: Publishing,
  where: Place,
  who: Who | undefined,
  work: (source: SourceRef) => Promise<T>,
): Promise<T> {
  const { own } = publishing
  const source = await where.source()
  try {
    return await work(source)
  } catch (error) {
    const isGone = error instanceof Refusal && (error.param === 'source_iden' || error.code === 'not_found')
    if (!isGone || own.get(where.topic) !== source) throw error
    own.delete(where.topic)
    return work(await (await placeFor(publishing, where.topic, who)).source())
  }
}

/** A message whose body is bytes that only its recipient can interpret. */
async function asUnifiedPush(
  publishing: Publishing,
  message: NewMessage,
  body: Body,
): Promise<NewMessage & { upload?: undefined }> {
  const bytes = await bytesOf(publishing, body, unifiedPushBytes)
  if (bytes === undefined || bytes.length > unifiedPushBytes) throw new NtfyRefusal(41301)
  const text = textOf(bytes)
  if (text !== undefined && text === plainLines(text)) return { ...message, ...(text !== '' && { body: text }) }
  return { ...message, body: bytes.toString('base64'), foreign: { encoding: 'base64' } }
}

async function bytesOf({ options }: Publishing, body: Body, most: number): Promise<Buffer | undefined> {
  return Buffer.isBuffer(body) ? body : startOfBody(body, most, options)
}

async function withBody(
  publishing: Publishing,
  where: Place,
  message: NewMessage,
  given: Given,
  body: Body,
): Promise<NewMessage & { upload?: UploadRow }> {
  const bytes = await bytesOf(publishing, body, textBytes)
  const name = given.param('filename')
  const template = given.param('template')
  if (message.file_url !== undefined) {
    const text = bytes && textOf(bytes)
    if (bytes === undefined) throw new NtfyRefusal(41301)
    if (text === undefined) throw new NtfyRefusal(40011)
    return withText(message, text)
  }
  if (name === '' && wantsTemplate(template)) {
    if (bytes === undefined) throw new NtfyRefusal(40041)
    return withTemplate(message, template, bytes, where.owner)
  }
  const text = name === '' && bytes ? textOf(bytes) : undefined
  if (text !== undefined && fitsBody(text)) return withText(message, text)
  if (bytes?.length === 0) return message
  return withFile(publishing, where, message, name, bytes, body)
}

function withText(message: NewMessage, text: string): NewMessage {
  const body = plainLines(text).trim()
  if (!fitsBody(body)) throw new NtfyRefusal(41301)
  return body === '' ? message : { ...message, body }
}

async function withFile(
  { deps }: Publishing,
  { owner, takesFiles }: Place,
  message: NewMessage,
  given: string,
  bytes: Buffer | undefined,
  body: Body,
): Promise<NewMessage & { upload: UploadRow }> {
  if (!takesFiles) throw new NtfyRefusal(40014)
  const request = Buffer.isBuffer(body) ? undefined : body
  const announced = bytes?.length ?? (Number(request?.headers['content-length']) || undefined)
  const stream = bytes || !request ? Readable.from([bytes ?? Buffer.alloc(0)]) : request.raw
  const { type, ending } = kindOf(bytes ?? request?.bodyStart ?? Buffer.alloc(0))
  const named = { name: given || `attachment.${ending}`, type }
  const upload = await storeFile(deps, owner, named, stream, announced).catch((cause) => {
    if (cause instanceof Refusal || !request?.raw.destroyed) throw cause
    throw new Refusal('invalid_request', 'The upload was cut off.', { cause })
  })
  const file_url = fileUrl(deps.origin(), upload.file_key, upload.name)
  return {
    ...message,
    upload,
    file_url,
    file_name: upload.name,
    file_type: type,
    ...(isPicture(type) && { image_url: file_url }),
  }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
