// Answers requests for a page of a phone's conversations or messages.

import { check } from '@waypost/client/sync/objects'
import { limits, type SmsPage, SmsPageRequest, type ThreadMessage } from '@waypost/protocol'
import { type Phone, PhoneUnavailable } from '../../phone/phone.ts'
import { fitting, inShort } from './publisher.ts'

/** The size of one answer in entries and in bytes of JSON. Encryption makes 4 bytes of 3, and ephemerals are limited. */
const most = { entries: 200, bytes: 300_000 }

/** Answers a request for a page of conversations or messages. Undefined for other messages, and for requests to other devices. */
export async function answerSmsPage(request: unknown, phone: Phone, device: string): Promise<SmsPage | undefined> {
  const read = check(SmsPageRequest, request)
  if (!('value' in read) || read.value.target_device_iden !== device) return undefined
  const { guid, thread_id, after } = read.value
  if (guid === '' || guid.length > limits.guidLength) return undefined
  const answer = { type: 'sms_page' as const, source_device_iden: device, guid }
  try {
    if (thread_id === undefined) {
      const { page, more } = pageOf((await phone.threads()).map(inShort), after)
      return { ...answer, threads: page, more }
    }
    const { page, more } = pageOf((await phone.thread(thread_id)).map(sendable), after)
    return { ...answer, thread: page, more }
  } catch (error) {
    if (error instanceof PhoneUnavailable || error instanceof Changed) return { ...answer, error: error.message }
    throw error
  }
}

class Changed extends Error {}

function pageOf<T extends { id: string }>(all: readonly T[], after: string | undefined): { page: T[]; more: boolean } {
  const at = after === undefined ? -1 : all.findIndex(({ id }) => id === after)
  if (after !== undefined && at < 0) throw new Changed('The messages on the phone have changed. Open them again.')
  const rest = all.slice(at + 1)
  const page = fitting(rest.slice(0, most.entries), most.bytes)
  return { page, more: page.length < rest.length }
}

/** An inline picture may be larger than any answer. */
function sendable(message: ThreadMessage): ThreadMessage {
  if (Buffer.byteLength(JSON.stringify(message)) < most.bytes) return message
  const { image_urls: _images, body, ...rest } = message
  return { ...rest, ...(body !== undefined && { body: body.slice(0, most.bytes / 8) }) }
}
