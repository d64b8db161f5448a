// Opens the SMS of a session: combines the SMS modules into the one interface that screens use.

import { canSeal, type Device, SmsChanged, sealKey, unseal } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { check } from '../ground/objects.ts'
import { type FileSource, platform as ownPlatform, type Platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { openObstacles } from './obstacle.ts'
import { openJudge } from './outbox/delivery-status.ts'
import type { Entry } from './outbox/entry.ts'
import { openSmsOutbox } from './outbox/outbox.ts'
import { openOutgoing } from './outgoing.ts'
import type { Phone } from './phone.ts'
import { openPhones } from './phones.ts'
import { openReceivedTexts, type ReceivedText } from './received-texts.ts'
import { type Reach, wayOf } from './same-phone/way.ts'
import { openServerTexts } from './server-texts.ts'
import { openShownThreads, type SmsThread, type ThreadList } from './shown-threads.ts'
import { newThreadAddresses } from './view.ts'
import { openWriting, type WrittenText } from './writing.ts'

export { canText, canTextMany, takesPicture } from './phone.ts'
export type { SmsThread, ThreadList } from './shown-threads.ts'
export { newThreadAddresses, type SmsItem, type ThreadLine } from './view.ts'

export interface Sms {
  /** Phones that can send SMS, in the order of the devices. A phone with two devices is listed once. */
  readonly $phones: ReadableAtom<readonly Device[]>
  /** The conversations of a phone, latest first. Kept up to date while someone listens. */
  threads(device: string): ReadableAtom<ThreadList>
  /** One conversation. Kept up to date while someone listens. */
  thread(device: string, id: string): ReadableAtom<SmsThread>
  phonebook(device: string): Phone['phonebook']['$kept']
  /** The device under which another one's texts are shown: usually itself. */
  homeOf(device: string): string
  /** Whether the texts of a phone can go through the server while it is away. */
  hasServer(device: string): boolean
  /** Which devices of a phone answer; undefined while unknown. Kept up to date while someone listens. */
  $reach(device: string): ReadableAtom<Reach | undefined>
  /** Requests earlier messages of a conversation from the phone, or further conversations of its list. */
  loadEarlier(device: string, thread?: string): Promise<void>
  /** Why a phone cannot decrypt SMS from here and what to do about it; undefined if it can, or if unknown. */
  $obstacle(device: string): ReadableAtom<string | undefined>
  /** The current obstacle, determined now. @throws Refusal if it cannot be determined */
  obstacle(device: string): Promise<string | undefined>
  /** Fetches a phone's data again: a conversation, and everything shown. Failures are part of the data. */
  refresh(device: string, thread?: string): Promise<void>
  /** The id of the conversation with these people: the phone's, or a temporary one until the phone has one. */
  threadWith(device: string, addresses: readonly string[]): string
  /**
   * Queues an SMS and shows it as pending: at once, or once its picture is stored durably or cannot be. It is kept until the phone has it,
   * and sent once.
   * @returns its key, or undefined if there is nothing to send
   */
  send(draft: WrittenText): string | undefined
  shown(key: string): Promise<void>
  /** An item that is `lost` needs its picture again. */
  retry(key: string, picture?: FileSource): void
  /** Discards a pending or failed SMS that the phone has not sent yet. @throws Refusal */
  discard(key: string): Promise<void>
  /**
   * Sets the end-to-end password if it decrypts a phone's data: a conversation, or the list. `impossible`: encryption is not available
   * here, e.g. over plain http.
   */
  unlock(device: string, thread: string | undefined, password: string): Promise<'opened' | 'wrong' | 'impossible'>
  /** Calls the listener for each message that a phone receives, to show a notification. */
  onNotice(listener: (notice: ReceivedText) => void): () => void
  close(): void
}

interface Options {
  saved: KeyValueStore
  platform?: Platform
  /** Detects that another window has closed. Without it, pictures of other windows count as lost. */
  hold?: Tabs['hold'] | undefined
}

/** Opens the SMS of a session that has started. */
export function openSms(session: Session, { saved, platform = ownPlatform, hold }: Options): Sms {
  const phones = openPhones({ session, saved, platform, onArrived: (guid) => outbox.find(guid) && outbox.remove(guid) })
  const { of: phone, same, refresh, threadWith } = phones
  const server = openServerTexts(session)
  const obstacles = openObstacles(session, (device) => phone(device).threads)
  const outbox = openSmsOutbox({
    session,
    saved,
    platform,
    hold,
    kept: session.keptFiles,
    obstacle: obstacles.find,
    route,
    onSent: () => void judge(),
  })
  const judge = openJudge({ session, platform, outbox, server, phone, threadWith })
  const outgoing = openOutgoing({ platform, outbox, server, same })
  const { $outgoing } = outgoing
  const shown = openShownThreads({ phones, $outgoing })
  const writing = openWriting({ session, platform, outbox, phones, $outgoing })
  const received = openReceivedTexts(phones)

  /** The device that a text is given to now: its phone, or the same phone through the server. */
  async function route({ device, addresses, message, file }: Entry): Promise<string> {
    const gateway = same.gatewayOf(device)
    if (gateway === undefined) return device
    const isEncrypted = session.encryption.$key.get() !== undefined
    const text = { addresses, message, hasPicture: file !== undefined, isEncrypted }
    return wayOf(text, await same.reach(device).now()) === 'server' ? gateway : device
  }

  const stops = [
    server.$texts.listen(() => void judge()),
    session.onEphemeral((ephemeral) => {
      if (ephemeral.type !== 'sms_changed') return
      const read = check(SmsChanged, ephemeral)
      if (!('value' in read)) return
      const { source_device_iden: device, notifications } = read.value
      void refresh(device)
      phones.renewPreviews(device)
      for (const notice of notifications) void received.tell({ ...notice, device })
    }),
    session.$connection.listen((connection) => {
      if (connection !== 'connected') return
      // Changes were missed while disconnected.
      for (const device of phones.opened()) void refresh(device)
      outbox.load()
      outbox.resume()
      void judge()
    }),
  ]
  outbox.load()
  outbox.resume()
  outgoing.renew()
  void judge()

  return {
    $phones: phones.$texting,
    threads: shown.list,
    thread: shown.thread,
    phonebook: same.phonebook,
    homeOf: same.homeOf,
    hasServer: (device) => same.gatewayOf(device) !== undefined,
    $reach: (device) => same.reach(device).$reach,
    async loadEarlier(device, thread) {
      const { threads, thread: page } = phone(device)
      if (thread === undefined) await phones.earlier.threads(device).load(threads.known().value)
      else await phones.earlier.messages(device, thread).load(page(thread).known().value)
    },
    $obstacle: obstacles.$of,
    obstacle: obstacles.find,
    refresh,
    threadWith,
    send: writing.send,
    shown: outbox.shown,
    retry: writing.retry,
    discard: writing.discard,
    async unlock(device, thread, password) {
      const { threads: list, thread: page } = phone(device)
      const sealed = (thread === undefined || newThreadAddresses(thread) ? undefined : page(thread).sealed()) ?? list.sealed()
      const user = session.$account.get()?.iden
      if (!canSeal() || user === undefined) return 'impossible'
      if (sealed && (await unseal(await sealKey(password, user), String(sealed.ciphertext))) === undefined) return 'wrong'
      await session.encryption.setPassword(password)
      await refresh(device, thread)
      return 'opened'
    },
    onNotice: received.on,
    close() {
      outgoing.close()
      writing.close()
      for (const stop of stops) stop()
      outbox.close()
      server.close()
      phones.close()
    },
  }
}
