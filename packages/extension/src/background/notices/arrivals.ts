// Follows incoming pushes, including those that arrived while the background wasn't running, and notifies once of each.

import type { Session } from '@waypost/client'
import { forgetEldest } from '@waypost/client/ground/eldest'
import { notifiesAnybody, type Push, Refusal } from '@waypost/protocol'
import { webUrl } from '../../browser/windows.ts'
import type { Settings } from '../../settings/settings.ts'
import { linkOpener } from './auto-open.ts'
import { tellableOf, type Verdict, verdictOn } from './news.ts'
import type { Told } from './told.ts'
import { openTurns } from './turns.ts'

interface Deps {
  session: Pick<
    Session,
    'mirror' | 'onPush' | 'onDismissed' | 'target' | 'quietOf' | 'readMarkers' | '$state' | '$connection' | 'push'
  >
  /** The iden of this browser's device. */
  device: string
  told: Promise<Told>
  settings(): Promise<Settings>
  /** Whether this browser is quiet: switched by hand, or because the screen is locked. */
  isQuiet(): Promise<boolean>
  /** Oldest first. */
  notify(pushes: readonly Push[]): Promise<void>
  /** A push was dismissed, deleted or read: its notification closes. */
  over(iden: string): Promise<void>
  /** The idens of the pushes whose notifications are on screen. */
  shown(): Promise<readonly string[]>
  /** @returns whether it opened */
  open(url: string): Promise<boolean>
}

interface Arrivals {
  /** Finds pushes not notified yet, and notifications that should close. */
  look(): void
  /** The same, but only if something is held until quiet ends. */
  lookIfHeld(): void
  close(): void
}

/** Pushes that wait to be told of at most; the eldest of more are found by a look. */
const mostWaiting = 2_000

export function followArrivals(deps: Deps): Arrivals {
  const { session, device, told } = deps
  const waiting = new Set<string>()
  /** Whether something waits for the end of quiet, or to be found. */
  let isHeld = false
  const turns = openTurns(tell)
  const openLinks = linkOpener({ open: deps.open, onOpened: ({ iden }) => void session.push.dismiss(iden) })
  const entries = () => session.mirror.of('pushes').get().entries

  function arrived(iden: string): void {
    waiting.add(iden)
    if (waiting.size > mostWaiting) {
      forgetEldest(waiting, mostWaiting)
      isHeld = true
    }
    turns.soon()
  }

  async function lookNow(): Promise<void> {
    const known = await told
    isHeld = false
    for (const push of entries().values()) if (notifiesAnybody(push) && !known.has(tellableOf(push))) arrived(push.iden)
    for (const iden of await deps.shown()) {
      const push = entries().get(iden)
      if (!push || !notifiesAnybody(push)) await deps.over(iden)
    }
  }

  const look = () => turns.inTurn(lookNow)

  async function tell(): Promise<void> {
    const [known, settings, isQuiet] = await Promise.all([told, deps.settings(), deps.isQuiet()])
    if (turns.isClosed() || known.isFirst) return
    const idens = [...waiting]
    waiting.clear()
    const pushes = idens.flatMap((iden) => entries().get(iden) ?? [])
    pushes.sort((one, other) => tellableOf(one).stamp - tellableOf(other).stamp)
    const found = pushes.map(
      (push) => [push, verdictOn(push, { ...around(push), device, told: known, isQuiet, settings, webUrl })] as const,
    )
    const those = (wanted: Verdict) => found.flatMap(([push, verdict]) => (verdict === wanted ? [push] : []))
    if (those('later').length > 0) isHeld = true
    const links = found.flatMap(([push, verdict]) => (typeof verdict === 'object' ? [{ push, url: verdict.opens }] : []))
    const { opened, left } = await openLinks(links, known, settings.openLinksAtOnce)
    const rest = settings.notifyOfMessages ? new Set(left) : new Set<Push>()
    const wanted = found.flatMap(([push, verdict]) => (verdict === 'notify' || rest.has(push) ? [push] : []))
    if (wanted.length > 0) await deps.notify(wanted)
    const done = new Set([...opened, ...left, ...wanted, ...those('silent')])
    if (done.size > 0) await known.add([...done].map(tellableOf))
  }

  function around(push: Push) {
    const target = session.target.of(push)
    return { quiet: session.quietOf(push), muted: target?.muted, readTo: target ? session.readMarkers.readTo(target) : 0 }
  }

  /** At the first start after a sign-in, existing pushes aren't news. */
  const stopBegin = session.$state.subscribe((state) => {
    if (state !== 'ready') return
    const newest = [...entries().values()].reduce((most, { created, reminded = 0 }) => Math.max(most, created, reminded), 0)
    turns.inTurn(async () => {
      const known = await told
      if (known.isFirst) await known.begin(newest)
      else await lookNow()
    })
  })
  const stops = [
    stopBegin,
    session.onPush((push) => arrived(push.iden)),
    session.onDismissed(({ iden }) => {
      waiting.delete(iden)
      turns.inTurn(() => deps.over(iden))
    }),
    session.$connection.listen((connection) => {
      if (connection !== 'connected') return
      session.mirror.catchUp().then(look, (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    }),
  ]
  return {
    look,
    lookIfHeld() {
      if (isHeld) look()
    },
    close() {
      turns.close()
      for (const stop of stops) stop()
    },
  }
}
