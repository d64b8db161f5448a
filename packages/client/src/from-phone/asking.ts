// Asks phones for the notifications that they show now: when somebody begins to look, and again while they do.

import { type Device, type PhoneRequest, Refusal } from '@waypost/protocol'
import type { Platform } from '../ground/platform.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import type { Session } from '../session/session.ts'
import { answerWithin } from './handing.ts'
import type { KnownPhones } from './known-phones.ts'
import { deviceFor, isAsked } from './mirrored-phone.ts'

interface Deps {
  session: Session
  platform: Pick<Platform, 'now' | 'after' | 'unique'>
  known: KnownPhones
}

/** Milliseconds: how often is asked while somebody looks, and at most. */
const times = { again: 10 * 60_000, pause: 2_000 }

export function openAsking({ session, platform, known }: Deps) {
  let followers = 0
  let stopAgain = () => {}

  function askOne({ iden }: Device): void {
    const before = known.of(iden)
    const now = platform.now()
    if (before?.askedAt !== undefined && now >= before.askedAt && now - before.askedAt < times.pause) return
    if (session.$connection.get() !== 'connected') return
    before?.stopWaiting?.()
    const stopWaiting = platform.after(answerWithin, () => known.update(iden, () => ({ state: 'silent' })))
    const isKnown = before?.state === 'there' || before?.state === 'away'
    known.update(iden, ({ state }) => ({ askedAt: now, stopWaiting, state: isKnown ? state : 'asking' }))
    const request: PhoneRequest = {
      type: 'phone_request',
      source_user_iden: session.$account.get()?.iden ?? '',
      target_device_iden: iden,
      guid: platform.unique(),
      action: 'notifications',
    }
    session.sendEphemeral(request).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      stopWaiting()
      known.update(iden, () => ({ state: 'silent' }))
    })
  }

  function ask(): void {
    for (const device of session.device.$all.get()) if (isAsked(device)) askOne(device)
  }

  function askAgain(): void {
    stopAgain()
    if (followers === 0) return
    ask()
    stopAgain = platform.after(times.again, askAgain)
  }

  const stops = [
    session.$connection.listen((connection) => connection === 'connected' && askAgain()),
    session.device.$all.listen(() => {
      if (followers > 0)
        for (const device of session.device.$all.get()) if (isAsked(device) && !known.of(device.iden)?.askedAt) askOne(device)
    }),
  ]

  return {
    ask,
    /** Asks now and again, until the returned function is called. */
    follow(): () => void {
      followers++
      if (followers === 1) askAgain()
      return () => {
        followers--
        if (followers === 0) stopAgain()
      }
    },
    /** A device is back: asks it while somebody looks, unless its list is known. */
    onPong({ device_iden: iden }: Ephemeral): void {
      const device = followers > 0 ? deviceFor(session, String(iden)) : undefined
      if (device && isAsked(device) && known.of(device.iden)?.state !== 'there') askOne(device)
    },
    close(): void {
      for (const stop of stops) stop()
      stopAgain()
      for (const { stopWaiting } of known.$known.get().values()) stopWaiting?.()
    },
  }
}
