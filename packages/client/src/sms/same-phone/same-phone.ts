// Tracks which phones of an account have two devices, merges their data, and tracks which of the two answer.

import {
  type Device,
  otherDevice,
  type PhonebookEntry,
  type PhoneThread,
  Refusal,
  type SamePhone,
  samePhones,
  type ThreadMessage,
} from '@waypost/protocol'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import type { Platform } from '../../ground/platform.ts'
import type { Session } from '../../session/session.ts'
import { addressOf, sameAddresses } from '../address.ts'
import type { Kept } from '../kept.ts'
import type { Phone } from '../phone.ts'
import type { Reach } from './way.ts'

interface Deps {
  session: Session
  platform: Pick<Platform, 'after' | 'now'>
  phone(device: string): Phone
}

/** Milliseconds: the time limit of an answer, how long an answer stays valid, and the interval between requests while it is shown. */
const answerWithin = 3_000
const countsFor = 2_000
const askEvery = 30_000

const noThreads: Kept<readonly PhoneThread[]> = { state: 'loading', value: [] }
const noMessages: Kept<readonly ThreadMessage[]> = { state: 'loading', value: [] }
const noBook: Kept<readonly PhonebookEntry[]> = { state: 'loading', value: [] }

/** The devices with texts, without gateway phones whose texts are available through a companion. */
export function textingPhones(devices: readonly Device[], pairs: readonly SamePhone[]): Device[] {
  return devices.filter(({ iden, has_sms }) => has_sms && homeIn(devices, pairs, iden) === iden)
}

/** The device under which another one's texts are shown: itself, or the paired device of the same phone while that has texts. */
function homeIn(devices: readonly Device[], pairs: readonly SamePhone[], device: string): string {
  const pair = pairs.find(({ gateway }) => gateway === device)
  return pair && devices.some(({ iden, has_sms }) => iden === pair.paired && has_sms) ? pair.paired : device
}

export function openSamePhones({ session, platform, phone }: Deps) {
  const $pairs = computed([session.preferences.$all, session.device.$all], (preferences, devices) =>
    samePhones(preferences, devices),
  )
  const reaches = new Map<string, ReturnType<typeof openReach>>()
  const threads = new Map<string, ReadableAtom<Kept<readonly PhoneThread[]>>>()
  const books = new Map<string, ReadableAtom<Kept<readonly PhonebookEntry[]>>>()

  const homeOf = (device: string) => homeIn(session.device.$all.get(), $pairs.get(), device)
  /** The device whose texts are merged into those of another one. */
  function gatewayOf(device: string): string | undefined {
    const gateway = $pairs.get().find(({ paired }) => paired === device)?.gateway
    return gateway !== undefined && homeOf(gateway) === device ? gateway : undefined
  }

  const followed = <T>(choose: () => ReadableAtom<T> | undefined, none: T) =>
    openFollowed([$pairs, session.device.$all], choose, none)

  function threadsBeside(device: string): ReadableAtom<Kept<readonly PhoneThread[]>> {
    const known = threads.get(device)
    if (known) return known
    const $threads = followed(() => {
      const gateway = gatewayOf(device)
      return gateway === undefined ? undefined : phone(gateway).threads.$kept
    }, noThreads)
    threads.set(device, $threads)
    return $threads
  }

  return {
    $pairs,
    homeOf,
    gatewayOf,
    /** The other device of the same phone, whether or not their texts are merged. */
    otherOf: (device: string) => otherDevice($pairs.get(), device),
    /** The conversations that went through the server, to merge with those of a paired phone. */
    threadsBeside,
    /** Those conversations as known now, without keeping them up to date. */
    knownBeside(device: string): readonly PhoneThread[] {
      const gateway = gatewayOf(device)
      return gateway === undefined ? [] : phone(gateway).threads.known().value
    },
    /** The messages with some people that went through the server, to merge with those of a paired phone. */
    messagesBeside(device: string, addresses: () => readonly string[] | undefined): ReadableAtom<readonly ThreadMessage[]> {
      const $threads = threadsBeside(device)
      function page() {
        const wanted = addresses()
        const isWanted = ({ recipients }: PhoneThread) => wanted && sameAddresses(recipients.map(addressOf), wanted)
        const [gateway, thread] = [gatewayOf(device), $threads.get().value.find(isWanted)]
        return gateway !== undefined && thread ? phone(gateway).thread(thread.id).$kept : undefined
      }
      const $page = openFollowed([$threads, phone(device).threads.$kept], page, noMessages)
      return computed($page, ({ value }) => value)
    },
    /** For a gateway phone, that of its paired device. */
    phonebook(device: string): ReadableAtom<Kept<readonly PhonebookEntry[]>> {
      const known = books.get(device)
      if (known) return known
      const $book = followed(() => {
        const paired = $pairs.get().find(({ gateway }) => gateway === device)?.paired
        return phone(paired ?? device).phonebook.$kept
      }, noBook)
      books.set(device, $book)
      return $book
    },
    reach(device: string): ReturnType<typeof openReach> {
      const known = reaches.get(device)
      if (known) return known
      const opened = openReach({ session, platform, device, gateway: () => gatewayOf(device), $pairs })
      reaches.set(device, opened)
      return opened
    },
    close() {
      for (const reach of reaches.values()) reach.close()
    },
  }
}

/** A store that follows a chosen store, and chooses again whenever one of some others changes. */
function openFollowed<T>(
  causes: readonly ReadableAtom<unknown>[],
  choose: () => ReadableAtom<T> | undefined,
  none: T,
): ReadableAtom<T> {
  const $value = atom(none)
  onMount($value, () => {
    let current: ReadableAtom<T> | undefined
    let stop = () => {}
    const follow = () => {
      const next = choose()
      if (next === current && next !== undefined) return
      stop()
      current = next
      stop = next ? next.subscribe((value) => $value.set(value)) : () => {}
      if (!next) $value.set(none)
    }
    const stops = causes.map((cause) => cause.listen(follow))
    follow()
    return () => {
      stop()
      for (const each of stops) each()
    }
  })
  return $value
}

interface ReachDeps extends Omit<Deps, 'phone'> {
  device: string
  gateway(): string | undefined
  $pairs: ReadableAtom<unknown>
}

function openReach({ session, platform, device, gateway, $pairs }: ReachDeps) {
  /** Undefined before the first check. */
  const $reach = atom<Reach | undefined>()
  const lastHeard = new Map<string, number>()
  let asking: Promise<Reach> | undefined
  let heard = () => {}
  /** Whether a device may be back without our noticing. */
  let isStale = false

  const stopConnection = session.$connection.listen(() => {
    isStale = true
  })
  const stop = session.onEphemeral((ephemeral) => {
    if (ephemeral.type !== 'pong') return
    const from = ephemeral.device_iden ?? ephemeral.source_device_iden
    if (typeof from !== 'string' || (from !== device && from !== gateway())) return
    lastHeard.set(from, platform.now())
    heard()
    const before = $reach.get()
    if (before && from === device && !before.phone) $reach.set({ ...before, phone: true })
    if (before && from !== device && !before.server) $reach.set({ ...before, server: true })
  })

  async function askNow(): Promise<Reach> {
    const at = platform.now()
    const answered = (iden: string | undefined) => iden !== undefined && (lastHeard.get(iden) ?? 0) >= at
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = platform.after(answerWithin, resolve)
    heard = () => {
      // The paired device takes precedence, so we need not wait for the other.
      if (answered(device)) resolve()
    }
    try {
      await session.sendEphemeral({ type: 'ping', source_user_iden: session.$account.get()?.iden ?? '' })
      await promise
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Offline we cannot know whether they answer.
      return $reach.get() ?? { phone: true, server: false }
    } finally {
      cancel()
      heard = () => {}
    }
    isStale = false
    const reach = { phone: answered(device), server: answered(gateway()) }
    $reach.set(reach)
    return reach
  }

  function ask(): Promise<Reach> {
    asking ??= askNow().finally(() => {
      asking = undefined
    })
    return asking
  }

  onMount($reach, () => {
    let cancel = () => {}
    const again = () => {
      cancel()
      if (gateway() !== undefined && session.$connection.get() === 'connected') void ask()
      cancel = platform.after(askEvery, again)
    }
    again()
    const stops = [session.$connection.listen(again), $pairs.listen(again)]
    return () => {
      cancel()
      for (const each of stops) each()
    }
  })

  return {
    /** Kept up to date while someone listens. */
    $reach,
    /** A phone known to be away is not asked again: it announces its return. */
    async now(): Promise<Reach> {
      const known = $reach.value
      const heardAt = lastHeard.get(device) ?? Number.NEGATIVE_INFINITY
      if (known?.phone === true && platform.now() - heardAt <= countsFor) return known
      if (known?.phone === false && known.server && !isStale) return known
      return ask()
    },
    close() {
      stop()
      stopConnection()
    },
  }
}
