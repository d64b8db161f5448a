import { hasComeBack, isTold, type Push, type Quiet } from '@waypost/protocol'
import type { AutoOpenSettings } from '../../settings/auto-open.ts'
import { opensByItself } from './auto-open-rule.ts'
import type { Tellable, Told } from './told.ts'

/** A push is notified once, and once more when it comes back as a reminder. */
export const tellableOf = ({ iden, created, reminded, dismissed }: Push): Tellable =>
  hasComeBack({ reminded, dismissed })
    ? { name: `${iden} ${reminded}`, stamp: reminded ?? created }
    : { name: iden, stamp: created }

/** The context in which a push arrives. */
export interface Here {
  /** The iden of this browser's device. */
  device: string
  told: Pick<Told, 'has' | 'wasOpening'>
  /** Whether this browser is quiet: switched by hand, or because the screen is locked. */
  isQuiet: boolean
  quiet: Quiet
  /** Undefined if there is no conversation. */
  muted: boolean | undefined
  /** In seconds. */
  readTo: number
  settings: { notifyOfMessages: boolean } & Pick<AutoOpenSettings, 'openLinksHere' | 'openLinksFrom'>
  webUrl(text: string | undefined): string | undefined
}

export type Verdict =
  | 'none'
  /** Notified once quiet ends. */
  | 'later'
  /** Counts as notified. */
  | 'silent'
  | 'notify'
  | { opens: string }

/**
 * How to treat a push that has arrived or changed. Pushes are notified as `isTold` decides for devices; in muted conversations, only those
 * that have come back.
 */
export function verdictOn(push: Push, { device, told, isQuiet, quiet, muted, readTo, settings, webUrl }: Here): Verdict {
  const tellable = tellableOf(push)
  if (told.has(tellable) || !isTold(push, { kind: 'device', device })) return 'none'
  const isBack = hasComeBack(push)
  if (!isBack && push.direction === 'incoming') {
    if (muted === undefined) return 'none'
    // A push that was muted or read on arrival doesn't become news when that changes.
    if (muted || push.created <= readTo) return 'silent'
  }
  if (isQuiet || !isTold(push, { kind: 'device', device }, quiet)) return 'later'
  const opens = told.wasOpening(tellable.name) ? undefined : opensByItself(push, device, settings, webUrl)
  if (opens !== undefined) return { opens }
  return settings.notifyOfMessages ? 'notify' : 'silent'
}

/** How many notifications one moment shows singly; of more, the latest few and a summary. */
const most = { single: 5, latest: 3 }

/**
 * Which of many are shown singly, oldest first, and how many go into the summary. `room`: how many more notifications this moment allows.
 */
export function shownOf<T>(news: readonly T[], room: number = most.single): { single: readonly T[]; sum: number } {
  const few = Math.min(most.single, room)
  if (news.length <= few) return { single: news, sum: 0 }
  const single = news.slice(news.length - Math.min(most.latest, few))
  return few === 0 ? { single: [], sum: news.length } : { single, sum: news.length - single.length }
}
