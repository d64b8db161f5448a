// Opens the SMS of a session: connects the modules of SMS into the one interface that screens use.

import {
  canSeal,
  type Device,
  isGatewayPhone,
  type PhoneThread,
  SmsChanged,
  sealKey,
  type ThreadMessage,
  type ThreadRecipient,
  ToldTexts,
  unseal,
} from '@waypost/protocol'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { listeners } from '../ground/listeners.ts'
import { check } from '../ground/objects.ts'
import { type FileSource, platform as ownPlatform, type Platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { addressOf, sameAddresses } from './address.ts'
import { type Earlier, earlierOf, joined, openEarlierLists } from './earlier-threads.ts'
import { type Kept, openPages } from './kept.ts'
import { openObstacles } from './obstacle.ts'
import { attempt, openJudge } from './outbox/delivery-status.ts'
import { openSmsOutbox } from './outbox/outbox.ts'
import { askSmsPictures } from './page.ts'
import { openPhone, type Phone, takesPicture } from './phone.ts'
import { joinedMessages, joinedThreads, named, namedRecipients, nameIn } from './same-phone/merged.ts'
import { openSamePhones, textingPhones } from './same-phone/same-phone.ts'
import { type Reach, wayOf } from './same-phone/way.ts'
import { openServerTexts } from './server-texts.ts'
import {
  itemsOf,
  linesOf,
  newThreadAddresses,
  newThreadId,
  type Outgoing,
  outgoingOf,
  outgoingTo,
  recipientsOf,
  replyTimeout,
  type SmsItem,
  type ThreadLine,
} from './view.ts'

export { canText, canTextMany, takesPicture } from './phone.ts'
export { newThreadAddresses, type SmsItem, type ThreadLine } from './view.ts'

export interface SmsThread extends Pick<Kept<unknown>, 'state' | 'refusal' | 'encrypted'> {
  /** The state of messages that only the phone has; `loadEarlier` requests them. Undefined if there are none. */
  earlier?: Earlier | undefined
  recipients: readonly ThreadRecipient[]
  /** Oldest first. */
  items: readonly SmsItem[]
}

export interface ThreadList extends Pick<Kept<unknown>, 'state' | 'refusal'> {
  /** The same for conversations. */
  earlier?: Earlier | undefined
  lines: readonly ThreadLine[]
}

/** An SMS as written by the user. */
interface SmsDraft {
  device: string
  addresses: readonly string[]
  message: string
  /** Dropped if the phone cannot send pictures of its type. */
  picture?: FileSource | undefined
}

/** A text that a phone received. */
type SmsNotice = SmsChanged['notifications'][number] & {
  /** The device among whose texts it is shown. */
  device: string
  /** The device and conversation as they were reported, where that was another device of the same phone. */
  reported?: { device: string; thread_id: string }
}

export interface Sms {
  /** Phones that can send SMS, in the order of the devices. One that is two devices is listed once. */
  readonly $phones: ReadableAtom<readonly Device[]>
  /** The conversations of a phone, latest first. Kept up to date while someone listens. */
  threads(device: string): ReadableAtom<ThreadList>
  /** One conversation. Kept up to date while someone listens. */
  thread(device: string, id: string): ReadableAtom<SmsThread>
  phonebook(device: string): Phone['phonebook']['$kept']
  /** The phone among whose texts those of a device are shown: mostly itself. */
  homeOf(device: string): string
  /** Whether the texts of a phone can go through the server, too, while it is away. */
  hasServer(device: string): boolean
  /** Which devices of a phone answer; undefined until that is known. Kept up to date while someone listens. */
  $reach(device: string): ReadableAtom<Reach | undefined>
  /** Requests earlier messages of a conversation from the phone, or further conversations of its list. */
  loadEarlier(device: string, thread?: string): Promise<void>
  /** Why a phone cannot decrypt SMS from here and what to do about it; undefined if it can or that is unknown. */
  $obstacle(device: string): ReadableAtom<string | undefined>
  /** The same, determined now. @throws Refusal if it cannot be determined */
  obstacle(device: string): Promise<string | undefined>
  /** Fetches a phone's data again: a conversation, and all that is shown. Failures are part of the data. */
  refresh(device: string, thread?: string): Promise<void>
  /** The id of the conversation with these people: the phone's, or a temporary one until the phone has one. */
  threadWith(device: string, addresses: readonly string[]): string
  /**
   * Queues an SMS and shows it as pending: at once, or with a picture once that is stored where it outlives the window, or cannot be. It is
   * kept until the phone has it, and sent once.
   * @returns its key, or undefined if there is nothing to send
   */
  send(draft: SmsDraft): string | undefined
  /** Resolves once the SMS with a key is shown. */
  shown(key: string): Promise<void>
  /** Sends a failed SMS again. An item that is `lost` needs its picture again. */
  retry(key: string, picture?: FileSource): void
  /** Discards a pending or failed SMS that the phone has not sent yet. @throws Refusal */
  discard(key: string): Promise<void>
  /**
   * Sets the end-to-end password if it decrypts a phone's data: a conversation, or the list. `impossible`: encryption is not available
   * here, e.g. over plain http.
   */
  unlock(device: string, thread: string | undefined, password: string): Promise<'opened' | 'wrong' | 'impossible'>
  /** Calls the listener for messages that a phone received, to show a notification. */
  onNotice(listener: (notice: SmsNotice) => void): () => void
  close(): void
}

interface Options {
  saved: KeyValueStore
  platform?: Platform
  /** Detects that another window closed. Without it, pictures of other windows count as lost. */
  hold?: Tabs['hold'] | undefined
}

/** When the status of an SMS is checked, in milliseconds after it was sent. */
const refreshAfter = 31_000

/** Opens the SMS of a session that has started. */
export function openSms(session: Session, { saved, platform = ownPlatform, hold }: Options): Sms {
  const phones = new Map<string, Phone>()
  const lists = new Map<string, ReadableAtom<ThreadList>>()
  const earlier = openEarlierLists(session, platform)
  const threads = new Map<string, ReadableAtom<SmsThread>>()
  const notices = listeners<SmsNotice>()
  const pages = openPages({ session, saved, platform })
  const server = openServerTexts(session)
  const obstacles = openObstacles(session, (device) => phone(device).threads)
  const same = openSamePhones({ session, platform, phone })
  const told = new ToldTexts()
  const outbox = openSmsOutbox({
    session,
    saved,
    platform,
    hold,
    kept: session.keptFiles,
    obstacle: obstacles.find,
    async route({ device, addresses, message, file }) {
      const gateway = same.gatewayOf(device)
      if (gateway === undefined) return device
      const isEncrypted = session.encryption.$key.get() !== undefined
      const text = { addresses, message, hasPicture: file !== undefined, isEncrypted }
      return wayOf(text, await same.reach(device).now()) === 'server' ? gateway : device
    },
    onSent: () => void judge(),
  })
  const judge = openJudge({ session, platform, outbox, server, phone, threadWith })
  const $outgoing = atom<readonly Outgoing[]>([])
  const timers = new Set<() => void>()
  let stopStuck = () => {}

  function phone(device: string): Phone {
    const known = phones.get(device)
    if (known) return known
    const before = new Map<string, readonly ThreadMessage[]>()
    const opened = openPhone(pages, device, (messages, thread) => {
      for (const { guid } of messages) if (guid && outbox.find(guid)) outbox.remove(guid)
      if (thread === undefined) return
      if (isNewPreview(before.get(thread) ?? [], messages)) void askSmsPictures(session, platform, { device, thread })
      earlier.messages(device, thread).moved(before.get(thread) ?? [], messages)
      before.set(thread, messages)
    })
    phones.set(device, opened)
    return opened
  }

  const threadsOf = (device: string) => {
    const own = joined(phone(device).threads.known().value, earlier.threads(device).$items.get().items)
    return joinedThreads(own, same.knownBeside(device), phone(device).phonebook.known().value)
  }
  const isKept = (device: string, id: string) =>
    phone(device)
      .threads.known()
      .value.some((thread) => thread.id === id)

  function after(milliseconds: number, work: () => void): void {
    const stop = platform.after(milliseconds, () => {
      timers.delete(stop)
      work()
    })
    timers.add(stop)
  }

  function renew(): void {
    const now = platform.now()
    const outgoing = outgoingOf(outbox.$shown.get(), server.$texts.get(), now).map((text): Outgoing => {
      const home = same.homeOf(text.device)
      return home === text.device ? text : { ...text, device: home, throughServer: true }
    })
    $outgoing.set(outgoing)
    stopStuck()
    const waits = outgoing.filter(({ state, stuck }) => state === 'pending' && !stuck)
    const next = Math.min(...waits.map(({ created }) => created * 1_000 + replyTimeout - now))
    stopStuck = next < Number.POSITIVE_INFINITY ? platform.after(Math.max(1, next), renew) : () => {}
  }

  function threadWith(device: string, addresses: readonly string[]): string {
    const found = threadsOf(device).find(({ recipients }) => sameAddresses(recipients.map(addressOf), addresses))
    return found?.id ?? newThreadId(addresses)
  }

  async function refresh(device: string, thread?: string): Promise<void> {
    const gateway = same.gatewayOf(device)
    if (gateway !== undefined) await refresh(gateway)
    const { threads, phonebook, known, thread: page } = phone(device)
    const open = [threads, phonebook, ...known()].filter((each) => each.isOpen())
    const wanted = thread === undefined || newThreadAddresses(thread) ? [] : [page(thread)]
    await Promise.all([...new Set([...open, ...wanted])].map((each) => each.refresh()))
  }

  function refreshSoon(device: string, addresses: readonly string[]): void {
    after(refreshAfter, () => {
      void attempt(session.mirror.catchUp)
      void refresh(device, threadWith(device, addresses))
    })
  }

  /** Tells of a text, unless another device of the same phone has done so. */
  async function tell(notice: SmsNotice): Promise<void> {
    const { device, thread_id, address, body, timestamp } = notice
    const other = same.otherOf(device)
    if (address === undefined || other === undefined) return notices.emit(notice)
    if (told.isAgain({ device, address, body, timestamp }, other)) return
    const home = same.homeOf(device)
    const book = phone(other).phonebook
    if (notice.title === address && book.known().state === 'loading') await book.refresh()
    const title = notice.title === address ? (nameIn(book.known().value, address) ?? address) : notice.title
    if (home === device) return notices.emit({ ...notice, title })
    if (phone(home).threads.known().state === 'loading') await phone(home).threads.refresh()
    const reported = { device, thread_id }
    notices.emit({ ...notice, title, device: home, thread_id: threadWith(home, [address]), reported })
  }

  const stops = [
    same.$pairs.listen(renew),
    outbox.$shown.listen(renew),
    server.$texts.listen(() => {
      renew()
      void judge()
    }),
    session.onEphemeral((ephemeral) => {
      if (ephemeral.type !== 'sms_changed') return
      const read = check(SmsChanged, ephemeral)
      if (!('value' in read)) return
      const { source_device_iden: device, notifications } = read.value
      void refresh(device)
      for (const thread of earlier.withMessages(device))
        void earlier.messages(device, thread).renew(phone(device).thread(thread).known().value, isPreview)
      for (const notice of notifications) void tell({ ...notice, device })
    }),
    session.$connection.listen((connection) => {
      if (connection !== 'connected') return
      // Changes were missed while it was disconnected.
      for (const device of phones.keys()) void refresh(device)
      outbox.load()
      outbox.resume()
      void judge()
    }),
  ]
  outbox.load()
  outbox.resume()
  renew()
  void judge()

  const $phones = computed([session.device.$all, same.$pairs], textingPhones)

  const isGateway = (device: string) => isGatewayPhone($phones.get().find(({ iden }) => iden === device))

  function recipientsIn(device: string, id: string): readonly ThreadRecipient[] | undefined {
    return threadsOf(device).find((thread) => thread.id === id)?.recipients
  }

  return {
    $phones,
    threads(device) {
      const known = lists.get(device)
      if (known) return known
      const book = same.phonebook(device)
      const stores = [
        phone(device).threads.$kept,
        $outgoing,
        earlier.threads(device).$items,
        same.threadsBeside(device),
        book,
      ] as const
      const $list = computed(stores, ({ value, ...kept }, outgoing, before, beside, { value: names }): ThreadList => {
        const own = kept.state === 'sealed' ? [] : outgoing.filter((text) => text.device === device)
        const known: readonly PhoneThread[] = kept.state === 'sealed' ? value : joined(value, before.items)
        const threads = joinedThreads(named(known, isGateway(device) ? names : []), beside.value, names)
        const rest = kept.state === 'sealed' ? undefined : earlierOf(before, kept.more === true)
        return { ...kept, earlier: rest, lines: linesOf(threads, own, names) }
      })
      lists.set(device, $list)
      return $list
    },
    thread(device, id) {
      const name = `${device}/${id}`
      const known = threads.get(name)
      if (known) return known
      const newAddresses = newThreadAddresses(id)
      const list = phone(device).threads.$kept
      const book = same.phonebook(device)
      const beside = same.messagesBeside(device, () => newAddresses ?? recipientsIn(device, id)?.map(addressOf))
      const $thread = newAddresses
        ? computed([$outgoing, beside, book], (outgoing, messages, { value: names }): SmsThread => {
            const recipients = recipientsOf(newAddresses, names)
            const items = itemsOf(joinedMessages([], messages, true), outgoingTo(outgoing, device, newAddresses), recipients)
            return { state: 'loaded', recipients, items }
          })
        : computed(
            [
              phone(device).thread(id).$kept,
              list,
              $outgoing,
              earlier.messages(device, id).$items,
              earlier.threads(device).$items,
              beside,
              book,
            ],
            ({ value, ...kept }, _list, outgoing, before, _lists, others, { value: names }): SmsThread => {
              const recipients = namedRecipients(recipientsIn(device, id) ?? [], isGateway(device) ? names : [])
              const own = outgoingTo(outgoing, device, recipients.map(addressOf))
              if (kept.state === 'sealed') return { ...kept, recipients, items: [] }
              // The phone keeps no messages of conversations that are not in its list.
              const known = kept.more === true || (kept.state === 'loaded' && value.length === 0 && !isKept(device, id))
              const rest = earlierOf(before, known && recipients.length > 0)
              const messages = joinedMessages(joined(value, before.items), others, rest === undefined)
              return { ...kept, earlier: rest, recipients, items: itemsOf(messages, own, recipients) }
            },
          )
      threads.set(name, $thread)
      return $thread
    },
    phonebook: same.phonebook,
    homeOf: same.homeOf,
    hasServer: (device) => same.gatewayOf(device) !== undefined,
    $reach: (device) => same.reach(device).$reach,
    async loadEarlier(device, thread) {
      const { threads, thread: page } = phone(device)
      if (thread === undefined) await earlier.threads(device).load(threads.known().value)
      else await earlier.messages(device, thread).load(page(thread).known().value)
    },
    $obstacle: obstacles.$of,
    obstacle: obstacles.find,
    refresh,
    threadWith,
    send({ device, addresses, message, picture }) {
      const phone = $phones.get().find(({ iden }) => iden === device)
      const allowed = picture && phone && takesPicture(phone, picture.type) ? picture : undefined
      const trimmed = message.trim()
      if ((trimmed === '' && !allowed) || addresses.length === 0) return undefined
      const guid = outbox.add({ device, addresses, message: trimmed }, allowed)
      refreshSoon(device, addresses)
      return guid
    },
    shown: outbox.shown,
    retry(key, picture) {
      const entry = outbox.find(key)
      if (entry && entry.iden === undefined) {
        outbox.retry(key, picture)
        refreshSoon(entry.device, entry.addresses)
        return
      }
      // The server would recognize its guid, so send a new SMS that replaces it.
      const text = $outgoing.get().find((each) => each.key === key)
      if (!text) return
      const { device, addresses, body, iden = entry?.iden, picture: sentPicture } = text
      const file = sentPicture?.url === undefined ? entry?.file : { ...sentPicture, url: sentPicture.url, window: '' }
      outbox.add({ device, addresses, message: body, ...(iden !== undefined && { replaces: iden }), ...(file && { file }) })
      if (entry) outbox.remove(key)
      refreshSoon(device, addresses)
    },
    async discard(key) {
      if (outbox.find(key)) return outbox.discard(key)
      const { iden } = $outgoing.get().find((text) => text.key === key) ?? {}
      if (iden !== undefined) await outbox.removeFromServer(iden)
    },
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
    onNotice: notices.on,
    close() {
      stopStuck()
      for (const stop of timers) stop()
      for (const stop of stops) stop()
      outbox.close()
      server.close()
      same.close()
    },
  }
}

/** Whether a message has a preview in place of a picture. */
const isPreview = ({ image_urls = [] }: ThreadMessage) => image_urls.some((url) => url.startsWith('data:'))

/** Whether some of the messages have a preview in place of a picture that those known before did not have. */
function isNewPreview(before: readonly ThreadMessage[], messages: readonly ThreadMessage[]): boolean {
  const known = new Set(before.filter(isPreview).map(({ id }) => id))
  return messages.some((message) => isPreview(message) && !known.has(message.id))
}
