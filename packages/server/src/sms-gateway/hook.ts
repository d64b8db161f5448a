// Receives the app's reports of texts that arrive on a phone.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { Refusal } from '@waypost/protocol'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Deps } from '../deps.ts'
import { checkJsonSize } from '../http/reading/json.ts'
import { fileUrl } from '../upload/rules.ts'
import { storeFile } from '../upload/store-file.ts'
import { type Arrival, most, takeArrival } from './messages.ts'
import { findMessage, type PhoneRow } from './rows.ts'

/** The maximum bytes of an event, which may contain the pictures of an MMS. */
export const hookBytes = 6 * 2 ** 20
const mostPictures = 10
/** Seconds by which a phone's clock may be off. A phone without a network signs again when it retries. */
const mostSkew = 86_400 + 3_600
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const Event = v.object({
  id: v.pipe(text(100), v.minLength(1)),
  event: v.string(),
  payload: v.object({
    sender: v.nullish(text(200)),
    phoneNumber: v.nullish(text(200)),
    message: v.nullish(v.string()),
    subject: v.nullish(v.string()),
    body: v.nullish(v.string()),
    receivedAt: v.nullish(text(100)),
    attachments: v.nullish(
      v.array(v.object({ contentType: text(200), name: v.nullish(v.string()), data: v.nullish(v.string()) })),
    ),
  }),
})
type Event = v.InferOutput<typeof Event>

/**
 * Handles an event of the app, once. Anything but a text is ignored, because the app would otherwise retry for days.
 * @throws Refusal `forbidden` for a wrong signature, `invalid_request`, `storage_quota`
 */
export async function takeHook(deps: Deps, phone: PhoneRow, request: FastifyRequest): Promise<void> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  checkSignature(phone.signing_key, request, body)
  const { id, event, payload } = readEvent(body.toString('utf8'))
  if (event !== 'sms:received' && event !== 'mms:downloaded') return
  if (await findMessage(deps.db, phone.device, id)) return
  const sender = (payload.sender ?? payload.phoneNumber ?? '').trim() || 'Unknown number'
  const words = event === 'sms:received' ? payload.message : [payload.subject, payload.body].filter(Boolean).join('\n')
  const pictures = event === 'mms:downloaded' ? await storePictures(deps, phone.owner, payload.attachments ?? []) : []
  const left = pictures.length === 0 && !words ? 'A message that cannot be shown here. It is on the phone.' : words
  await takeArrival(deps, phone, {
    id,
    sender,
    body: (left ?? '').replaceAll('\0', '').slice(0, most.message),
    pictures,
    at: timeOf(payload),
  } satisfies Arrival)
}

/** HMAC-SHA256 over the body and the time in seconds, in hexadecimal: `PayloadSingingPlugin.kt` of the app. */
function checkSignature(key: string, { headers }: FastifyRequest, body: Buffer): void {
  const [signature, timestamp] = [headers['x-signature'], headers['x-timestamp']]
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) throw unsigned()
  const made = createHmac('sha256', key).update(body).update(timestamp).digest()
  const given = Buffer.from(signature, 'hex')
  if (given.length !== made.length || !timingSafeEqual(given, made)) throw unsigned()
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > mostSkew)
    throw new Refusal('forbidden', 'The clock of the phone is off by more than a day.')
}

const unsigned = () => new Refusal('forbidden', 'The signature is missing or wrong. Restart the app to fetch this server’s key.')

function readEvent(json: string): Event {
  checkJsonSize(json)
  try {
    return v.parse(Event, JSON.parse(json))
  } catch (cause) {
    throw new Refusal('invalid_request', 'The body is not an event of SMS Gateway.', { cause })
  }
}

/** When a text arrived, in microseconds; now, if the phone doesn't say. */
function timeOf({ receivedAt }: Event['payload']): number {
  const at = Date.parse(receivedAt ?? '')
  return (Number.isFinite(at) && at > 0 ? Math.min(at, Date.now()) : Date.now()) * 1_000
}

async function storePictures(
  deps: Deps,
  owner: string,
  attachments: NonNullable<Event['payload']['attachments']>,
): Promise<string[]> {
  const pictures = attachments.filter(({ contentType, data }) => data && pictureTypes.has(contentType.toLowerCase()))
  const urls: string[] = []
  for (const [index, { contentType, data }] of pictures.slice(0, mostPictures).entries()) {
    const bytes = Buffer.from(data ?? '', 'base64')
    if (bytes.length === 0) continue
    const type = contentType.toLowerCase()
    const name = `Picture ${index + 1}.${type.slice('image/'.length).replace('jpeg', 'jpg')}`
    const { file_key } = await storeFile(deps, owner, { name, type }, Readable.from([bytes]), bytes.length)
    urls.push(fileUrl(deps.origin(), file_key, name))
  }
  return urls
}
