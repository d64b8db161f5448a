import {
  listOnline,
  normalizeEmail,
  OnlineEphemeral,
  onlineShownMilliseconds,
  Refusal,
  sharesPresence,
  TypingEphemeral,
  typingShownMilliseconds,
} from '@waypost/protocol'
import { readLoosely } from '../ground/objects.ts'
import { platform as ownPlatform, type Platform } from '../ground/platform.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import type { Session } from '../session/session.ts'

/** `typing` implies online. */
export type Activity = 'online' | 'typing'

/** People's activities, by their normalized address; people who are away are missing. */
export type Activities = ReadonlyMap<string, Activity>

interface Options {
  platform?: Pick<Platform, 'now' | 'after'>
}

/**
 * Calls back whenever someone comes, goes, or starts or stops typing. Unrepeated states expire here, in case a lost connection never
 * revoked them.
 * @returns stops
 */
export function followOthers(
  session: Session,
  onChange: (activities: Activities) => void,
  { platform = ownPlatform }: Options = {},
): () => void {
  /** In milliseconds. */
  const onlineUntil = new Map<string, number>()
  const typingUntil = new Map<string, number>()
  /** The `created` stamp of each person's latest push: typing that was reported earlier has ended. */
  const latest = new Map<string, number>()
  let shown: Activities = new Map()
  let stopExpiry = () => {}

  function show(): void {
    stopExpiry()
    const now = platform.now()
    for (const times of [onlineUntil, typingUntil]) for (const [who, until] of times) if (until <= now) times.delete(who)
    const next = new Map<string, Activity>()
    for (const who of onlineUntil.keys()) next.set(who, 'online')
    for (const who of typingUntil.keys()) next.set(who, 'typing')
    const expiry = Math.min(...onlineUntil.values(), ...typingUntil.values())
    if (Number.isFinite(expiry)) stopExpiry = platform.after(expiry - now, show)
    if (next.size === shown.size && [...next].every(([who, activity]) => shown.get(who) === activity)) return
    shown = next
    onChange(shown)
  }

  function forget(gone: Iterable<string>): void {
    for (const who of gone) for (const times of [onlineUntil, typingUntil]) times.delete(who)
    show()
  }

  const shares = () => sharesPresence(session.$account.get()?.preferences)

  function receive(ephemeral: Ephemeral): void {
    if (!shares()) return
    const online = readLoosely(OnlineEphemeral, ephemeral)
    const typing = readLoosely(TypingEphemeral, ephemeral)
    const who = (online ?? typing)?.source_email_normalized
    if (who === undefined || session.block.find(who)) return
    // Someone who leaves is not typing.
    if (online?.online === false) for (const times of [onlineUntil, typingUntil]) times.delete(who)
    else if (online) onlineUntil.set(who, platform.now() + onlineShownMilliseconds)
    if (typing && typing.created > (latest.get(who) ?? 0)) typingUntil.set(who, platform.now() + typingShownMilliseconds)
    show()
  }

  async function load(): Promise<void> {
    if (!shares() || session.$connection.get() !== 'connected') return
    try {
      const { online } = await session.call(listOnline, {})
      if (!shares()) return
      for (const { email_normalized } of online) onlineUntil.set(email_normalized, platform.now() + onlineShownMilliseconds)
      show()
    } catch (error) {
      // They are announced again within a minute.
      if (!(error instanceof Refusal)) throw error
    }
  }

  let shared = shares()
  const stops = [
    session.onEphemeral(receive),
    session.onPush(({ direction, sender_email, created }) => {
      if (direction !== 'incoming' || sender_email === undefined) return
      const who = normalizeEmail(sender_email)
      latest.set(who, Math.max(created, latest.get(who) ?? 0))
      if (typingUntil.delete(who)) show()
    }),
    session.$connection.subscribe(() => void load()),
    session.$account.listen(() => {
      if (shares() === shared) return
      shared = shares()
      if (shared) void load()
      else forget([...shown.keys()])
    }),
    session.block.$all.listen(() => {
      forget([...shown.keys()].filter((who) => session.block.find(who)))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    stopExpiry()
  }
}
