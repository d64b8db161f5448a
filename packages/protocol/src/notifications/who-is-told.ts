import type { Push } from '../push.ts'
import { priorities } from '../sources/message.ts'
import { areQuiet, type QuietHours } from './quiet-hours.ts'

/** A recipient of notifications about an account's pushes. */
export type Listener =
  /** An open window, with the guid by which its browser reports whether someone is looking at it. */
  | { kind: 'window'; appGuid: string | undefined }
  /** A device that shows notifications: a browser without an open window, or the desktop of a companion. */
  | { kind: 'device'; device: string }
  /** The downloads of a companion, which saves files. */
  | { kind: 'downloads'; device: string }

type Decisive = Pick<
  Push,
  | 'active'
  | 'type'
  | 'direction'
  | 'dismissed'
  | 'deleted_by_sender'
  | 'awake_app_guids'
  | 'reminded'
  | 'file_url'
  | 'channel_iden'
  | 'client_iden'
  | 'source_device_iden'
  | 'target_device_iden'
  | 'priority'
>

/** When and how an account wants quiet. */
export interface Quiet {
  /** Milliseconds since 1970. */
  at: number
  /** The quiet hours of the account, and those of the push's source, which override them. */
  hours: QuietHours | undefined
  source?: { quiet_hours?: QuietHours | undefined; ignores_quiet_hours?: boolean | undefined } | undefined
}

/**
 * Whether quiet hours hold back the notification of a push: no device shows it, and it stays unread. A reminder comes at the time that its
 * owner chose.
 */
export function isHeldBack(push: Pick<Push, 'priority' | 'reminded' | 'dismissed'>, { at, hours, source }: Quiet): boolean {
  if (hasComeBack(push) || source?.ignores_quiet_hours) return false
  const quiet = source?.quiet_hours ?? hours
  if (!quiet || (push.priority ?? priorities.usual) >= (quiet.breaks_through ?? Number.POSITIVE_INFINITY)) return false
  return areQuiet(quiet, at)
}

/**
 * Whether a listener is told of a push. It says nothing of whether the push is new to them. Nobody is notified of a push in a conversation
 * that is muted or has been read up to there, which each program knows from its own store.
 *
 * - A window notifies of what others sent. A push that was dismissed because this browser was looked at counts as not dismissed.
 * - A device is notified of that too, and of what another device of the account sent to it or to all. A post to an own channel or to the
 *   users of an own app was sent to neither.
 * - Everybody is told of a push that its owner wanted to be reminded of.
 * - Quiet hours hold back what `isHeldBack` says. Downloads have none.
 * - Downloads take the files among the latter, dismissed or not.
 */
export function isTold(push: Decisive, to: Listener, quiet?: Quiet): boolean {
  if (!push.active || push.deleted_by_sender) return false
  if (to.kind === 'downloads')
    return push.type === 'file' && push.file_url !== undefined && isFromOwnDevice(push) && isSentTo(to.device, push)
  if (hasComeBack(push)) return true
  if (quiet && isHeldBack(push, quiet)) return false
  if (to.kind === 'window') return push.direction === 'incoming' && (!push.dismissed || wasSeenBy(to.appGuid, push))
  return notifiesAnybody(push) && (push.direction === 'incoming' || isSentTo(to.device, push))
}

/** Whether any device of the account may be notified of a push. Once this turns false, all close their notifications of it. */
export function notifiesAnybody(push: Decisive): boolean {
  if (!push.active || push.deleted_by_sender || push.dismissed) return false
  return push.direction === 'incoming' || isFromOwnDevice(push) || hasComeBack(push)
}

/** Whether the reminder of a push is due and it has not been dismissed since. */
export const hasComeBack = ({ reminded, dismissed }: Pick<Push, 'reminded' | 'dismissed'>): boolean =>
  reminded !== undefined && !dismissed

const isFromOwnDevice = ({ direction, channel_iden, client_iden }: Decisive): boolean =>
  direction === 'self' && channel_iden === undefined && client_iden === undefined

const isSentTo = (device: string, { source_device_iden: source, target_device_iden: target }: Decisive): boolean =>
  source !== device && (target === undefined || target === device)

const wasSeenBy = (appGuid: string | undefined, { awake_app_guids: guids = [] }: Decisive): boolean =>
  appGuid !== undefined && guids.includes(appGuid)
