// Keeps the list of SMS that are not among the messages of a phone yet.

import { atom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import type { SmsOutbox } from './outbox/outbox.ts'
import type { Phones } from './phones.ts'
import type { ServerTexts } from './server-texts.ts'
import { type Outgoing, outgoingOf, replyTimeout } from './view.ts'

interface Deps {
  platform: Pick<Platform, 'now' | 'after'>
  outbox: SmsOutbox
  server: ServerTexts
  same: Phones['same']
}

/** The SMS of the outbox and of the server, each with the phone that shows it. */
export function openOutgoing({ platform, outbox, server, same }: Deps) {
  const $outgoing = atom<readonly Outgoing[]>([])
  let stopStuck = () => {}

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

  const stops = [same.$pairs.listen(renew), outbox.$shown.listen(renew), server.$texts.listen(renew)]

  return {
    /** Oldest first. Empty until the first `renew`. */
    $outgoing,
    renew,
    close(): void {
      stopStuck()
      for (const stop of stops) stop()
    },
  }
}
