// Decides what is news in this browser, and what becomes of it.

import { hasComeBack, isTold, type Push, type Quiet } from '@waypost/protocol'
import type { AutoOpenSettings } from '../../settings/auto-open.ts'
import { opensByItself } from './auto-open-rule.ts'
import type { Tellable, Told } from './told.ts'

/** What a push is told of by: once, and once more when it has come back. */
export const tellableOf = ({ iden, created, reminded, dismissed }: Push): Tellable =>
  hasComeBack({ reminded, dismissed })
    ? { name: `${iden} ${reminded}`, stamp: reminded ?? created }
    : { name: iden, stamp: created }

/** What is known when a push arrives. */
export interface Here {
  /** The iden of this browser's device. */
  device: string
  told: Pick<Told, 'has' | 'wasOpening'>
  /** Whether this browser is quiet, by hand or while the screen is locked. */
  isQuiet: boolean
  /** The quiet hours that hold for the push. */
  quiet: Quiet
  /** The conversation is muted; undefined if there is none. */
  muted: boolean | undefined
  /** Up to where the conversation was read, in seconds. */
  readTo: number
  settings: { notifyOfMessages: boolean } & Pick<AutoOpenSettings, 'openLinksHere' | 'openLinksFrom'>
  webUrl(text: string | undefined): string | undefined
}

export type Verdict =
  /** It is nothing to tell of here. */
  | 'none'
  /** It is told of when it is no longer quiet. */
  | 'later'
  /** It counts as told. */
  | 'silent'
  | 'notify'
  | { opens: string }

/** What becomes of a push that has arrived or changed. Told of is what `isTold` says of devices, but in muted conversations only what has come back. */
export function verdictOn(push: Push, { device, told, isQuiet, quiet, muted, readTo, settings, webUrl }: Here): Verdict {
  const tellable = tellableOf(push)
  if (told.has(tellable) || !isTold(push, { kind: 'device', device })) return 'none'
  const isBack = hasComeBack(push)
  if (!isBack && push.direction === 'incoming') {
    if (muted === undefined) return 'none'
    // What was muted or read when it came is no news later, when it is neither.
    if (muted || push.created <= readTo) return 'silent'
  }
  if (isQuiet || !isTold(push, { kind: 'device', device }, quiet)) return 'later'
  const opens = told.wasOpening(tellable.name) ? undefined : opensByItself(push, device, settings, webUrl)
  if (opens !== undefined) return { opens }
  return settings.notifyOfMessages ? 'notify' : 'silent'
}

/** How many notifications one moment brings; of more, so many and a sum. */
const most = { single: 5, latest: 3 }

/**
 * Which of many are told of one by one, oldest first, and how many by a sum.
 * @param room how many more notifications this moment takes
 */
export function shownOf<T>(news: readonly T[], room: number = most.single): { single: readonly T[]; sum: number } {
  const few = Math.min(most.single, room)
  if (news.length <= few) return { single: news, sum: 0 }
  const single = news.slice(news.length - Math.min(most.latest, few))
  return few === 0 ? { single: [], sum: news.length } : { single, sum: news.length - single.length }
}
