// Follows the pushes that arrive, also those that came while the background did not run, and tells of each once.

import type { Session } from '@waypost/client'
import { forgetEldest } from '@waypost/client/ground/eldest'
import { notifiesAnybody, type Push, Refusal } from '@waypost/protocol'
import { webUrl } from '../../browser/windows.ts'
import type { Settings } from '../../settings/settings.ts'
import { mayOpen } from './auto-open-rule.ts'
import { tellableOf, type Verdict, verdictOn } from './news.ts'
import type { Told } from './told.ts'

interface Deps {
  session: Pick<
    Session,
    'mirror' | 'onPush' | 'onDismissed' | 'target' | 'quietOf' | 'readMarkers' | '$state' | '$connection' | 'push'
  >
  /** The iden of this browser's device. */
  device: string
  told: Promise<Told>
  settings(): Promise<Settings>
  /** Whether this browser is quiet, by hand or while the screen is locked. */
  isQuiet(): Promise<boolean>
  /** Shows notifications of pushes, oldest first. */
  notify(pushes: readonly Push[]): Promise<void>
  /** A push was dismissed, deleted or read: its notification closes. */
  over(iden: string): Promise<void>
  /** The idens of the pushes of which notifications are shown. */
  shown(): Promise<readonly string[]>
  /** Opens a link. @returns whether it did */
  open(url: string): Promise<boolean>
}

interface Arrivals {
  /** Looks for what was not told of yet, and for notifications that are over. */
  look(): void
  /** The same, if something waits for the end of quiet. */
  lookIfHeld(): void
  close(): void
}

/** What comes within so many milliseconds is told of together. */
const together = 40
/** Pushes that wait for that at most; the eldest of more are found by a look. */
const mostWaiting = 2_000

export function followArrivals(deps: Deps): Arrivals {
  const { session, device, told } = deps
  const waiting = new Set<string>()
  /** When links opened last, in milliseconds. */
  let openedAt: number[] = []
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<void> = Promise.resolve()
  let isClosed = false
  const entries = () => session.mirror.of('pushes').get().entries

  /** One after another: nothing is told of twice, and no notification appears after it was closed. */
  function inTurn(work: () => Promise<unknown>): void {
    const done = last.then(async () => {
      if (!isClosed) await work()
    })
    last = done.then(
      () => {},
      () => {},
    )
  }

  function soon(): void {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      inTurn(tell)
    }, together)
  }

  function arrived(iden: string): void {
    waiting.add(iden)
    if (waiting.size > mostWaiting) {
      forgetEldest(waiting, mostWaiting)
      isHeld = true
    }
    soon()
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

  const look = () => inTurn(lookNow)

  async function tell(): Promise<void> {
    const [known, settings, isQuiet] = await Promise.all([told, deps.settings(), deps.isQuiet()])
    if (isClosed || known.isFirst) return
    const idens = [...waiting]
    waiting.clear()
    const pushes = idens.flatMap((iden) => entries().get(iden) ?? [])
    pushes.sort((one, other) => tellableOf(one).stamp - tellableOf(other).stamp)
    const found = pushes.map(
      (push) => [push, verdictOn(push, { ...around(push), device, told: known, isQuiet, settings, webUrl })] as const,
    )
    if (found.some(([, verdict]) => verdict === 'later')) isHeld = true
    const { opened, left } = await openLinks(found, known, settings.openLinksAtOnce)
    const rest = settings.notifyOfMessages ? new Set(left) : new Set<Push>()
    const wanted = found.flatMap(([push, verdict]) => (verdict === 'notify' || rest.has(push) ? [push] : []))
    if (wanted.length > 0) await deps.notify(wanted)
    const silent = found.flatMap(([push, verdict]) => (verdict === 'silent' ? [push] : []))
    const done = new Set([...opened, ...left, ...wanted, ...silent])
    if (done.size > 0) await known.add([...done].map(tellableOf))
  }

  function around(push: Push) {
    const target = session.target.of(push)
    return { quiet: session.quietOf(push), muted: target?.muted, readTo: target ? session.readMarkers.readTo(target) : 0 }
  }

  /** Opens the newest links, oldest first, each only after it is remembered. @returns those that opened, and those that did not */
  async function openLinks(found: readonly (readonly [Push, Verdict])[], known: Told, atOnce: number) {
    const links = found.flatMap(([push, verdict]) => (typeof verdict === 'object' ? [{ push, url: verdict.opens }] : []))
    const opened: Push[] = []
    if (links.length === 0) return { opened, left: [] }
    const now = Date.now()
    openedAt = openedAt.filter((at) => mayOpen([at], 1, now) === 0)
    const room = mayOpen(openedAt, atOnce, now)
    const chosen = room === 0 ? [] : links.slice(-room)
    if (chosen.length > 0) await known.opens(chosen.map(({ push }) => tellableOf(push).name))
    for (const { push, url } of chosen) {
      if (!(await deps.open(url).catch(() => false))) continue
      openedAt.push(Date.now())
      opened.push(push)
      await known.add([tellableOf(push)])
      void session.push.dismiss(push.iden)
    }
    return { opened, left: links.flatMap(({ push }) => (opened.includes(push) ? [] : [push])) }
  }

  /** At the first start of a sign-in, what is there already is no news. */
  const stopBegin = session.$state.subscribe((state) => {
    if (state !== 'ready') return
    const newest = [...entries().values()].reduce((most, { created, reminded = 0 }) => Math.max(most, created, reminded), 0)
    inTurn(async () => {
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
      inTurn(() => deps.over(iden))
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
      isClosed = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
