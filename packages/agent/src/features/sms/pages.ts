import { check } from '@waypost/client/ground/objects'
import { guidLength, type SmsPage, SmsPageRequest, type ThreadMessage } from '@waypost/protocol'
import { type Phone, PhoneUnavailable } from '../../phone/phone.ts'
import { cut, fitting } from './fit-bytes.ts'
import { withShortLatest } from './published.ts'

/** The size of one page in entries and in bytes of JSON. Encryption turns 3 bytes into 4, and ephemerals are limited. */
const maxPage = { entries: 200, bytes: 300_000 }

/**
 * Returns the requested page of conversations or messages. Undefined for other messages, for requests to other devices, and if only the
 * pictures of a page are to be fetched.
 */
export async function answerSmsPage(request: unknown, phone: Phone, device: string): Promise<SmsPage | undefined> {
  const read = check(SmsPageRequest, request)
  if (!('value' in read) || read.value.target_device_iden !== device) return undefined
  const { guid, thread_id, after, pictures } = read.value
  if (guid === '' || guid.length > guidLength) return undefined
  const answer = { type: 'sms_page' as const, source_device_iden: device, guid }
  try {
    if (thread_id === undefined) {
      const { page, more } = pageOf((await phone.threads()).map(withShortLatest), after)
      return { ...answer, threads: page, more }
    }
    const wanted = { count: maxPage.entries + 1, ...(after !== undefined && { after }) }
    const { page, more } = pageOf((await phone.thread(thread_id, wanted)).map(withinPageLimit), after)
    phone.fetchPictures?.(
      thread_id,
      page.map(({ id }) => id),
    )
    return pictures ? undefined : { ...answer, thread: page, more }
  } catch (error) {
    if (error instanceof PhoneUnavailable || error instanceof Changed) return { ...answer, error: error.message }
    throw error
  }
}

/** The item after which the page starts no longer exists. */
class Changed extends Error {}

/** Returns as many items after `after` as fit into a page. @throws Changed */
function pageOf<T extends { id: string }>(all: readonly T[], after: string | undefined): { page: T[]; more: boolean } {
  const at = after === undefined ? -1 : all.findIndex(({ id }) => id === after)
  if (after !== undefined && at < 0) throw new Changed('The messages on the phone have changed. Open them again.')
  const rest = all.slice(at + 1)
  const page = fitting(rest.slice(0, maxPage.entries), maxPage.bytes)
  return { page, more: page.length < rest.length }
}

/** Returns the message; if it is too large for a page, without its pictures and with a shortened text. */
function withinPageLimit(message: ThreadMessage): ThreadMessage {
  if (Buffer.byteLength(JSON.stringify(message)) < maxPage.bytes) return message
  const { image_urls: _images, body, ...rest } = message
  return { ...rest, ...(body !== undefined && { body: cut(body, maxPage.bytes / 8) }) }
}
