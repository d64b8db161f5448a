import { Refusal, SmsPage, type SmsPageRequest } from '@waypost/protocol'
import { deviceName } from '../conversations/targets.ts'
import { check } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { compareKeys } from '../session/key/fingerprint.ts'
import { fileObstacle } from '../session/key/obstacle.ts'
import type { Session } from '../session/session.ts'

/** In milliseconds. */
const answerWithin = 30_000

interface Question {
  device: string
  /** The conversation whose messages are requested; without it, conversations. */
  thread?: string | undefined
  /** The `id` of the last known item. */
  after?: string | undefined
}

/**
 * Requests conversations or messages that a phone does not keep on the server. On failure returns a sentence in `error`. The session must
 * be connected.
 */
export async function askSmsPage(
  session: Session,
  platform: Pick<Platform, 'after' | 'unique'>,
  { device: iden, thread, after }: Question,
): Promise<Pick<SmsPage, 'threads' | 'thread' | 'more' | 'error'>> {
  const device = session.mirror.of('devices').get().entries.get(iden)
  const name = device ? deviceName(device) : 'The phone'
  const obstacle = fileObstacle(compareKeys(await session.encryption.fingerprint(), device?.key_fingerprint), name)
  // Some phones do not report a fingerprint, and respond anyway.
  if (obstacle !== undefined && device?.key_fingerprint !== undefined) return { error: obstacle }
  const guid = platform.unique()
  const { promise, resolve } = withResolvers<Pick<SmsPage, 'threads' | 'thread' | 'more' | 'error'>>()
  const stop = session.onEphemeral((ephemeral) => {
    if (ephemeral.type !== 'sms_page' || ephemeral.guid !== guid || ephemeral.source_device_iden !== iden) return
    const read = check(SmsPage, ephemeral)
    resolve('value' in read ? read.value : { error: `${name} gave an answer that could not be read.` })
  })
  const cancel = platform.after(answerWithin, () =>
    resolve({ error: `${name} did not answer. Earlier messages are on the phone alone: see that it is on and connected.` }),
  )
  try {
    await session.sendEphemeral({
      type: 'sms_page_request',
      source_user_iden: session.$account.get()?.iden ?? '',
      target_device_iden: iden,
      guid,
      ...(thread !== undefined && { thread_id: thread }),
      ...(after !== undefined && { after }),
    })
    return await promise
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { error: error.message }
  } finally {
    stop()
    cancel()
  }
}

/** Asks a phone to fetch the pictures of the latest messages of a conversation. They arrive with a change that it reports, or never. */
export async function askSmsPictures(
  session: Session,
  platform: Pick<Platform, 'unique'>,
  { device, thread }: { device: string; thread: string },
): Promise<void> {
  const request: SmsPageRequest = {
    type: 'sms_page_request',
    source_user_iden: session.$account.get()?.iden ?? '',
    target_device_iden: device,
    guid: platform.unique(),
    thread_id: thread,
    pictures: true,
  }
  try {
    await session.sendEphemeral(request)
  } catch (error) {
    // The previews stay.
    if (!(error instanceof Refusal)) throw error
  }
}

function withResolvers<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
