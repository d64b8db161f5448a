// Sends what the person chose from the menu, the address bar or by the shortcut, and notifies them of the outcome.

import type { FileSource, Session, Target } from '@waypost/client'
import { showBriefly } from '../../browser/notifications/brief-notification.ts'
import { fetchPicture } from '../../browser/pictures/fetch-picture.ts'
import { platform } from '../../browser/platform.ts'
import { inWords, nameInWords } from '../../targets/names.ts'
import { type TargetRef, targetOfRef } from '../../targets/target-ref.ts'
import type { BackgroundSession } from '../session.ts'
import type { Sendable } from './from-tab.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** UTF-16 units of a message that the notification quotes. */
const saidOf = 120

/** Sends something and notifies the person whether the server has it. Never throws: failures are notified too. */
export async function sendAtOnce(
  background: Pick<BackgroundSession, 'wake'>,
  what: Sendable | Promise<Sendable>,
  to: TargetRef,
  onSent: (target: Target) => void,
): Promise<void> {
  try {
    const sendable = await what
    if ('refused' in sendable) return await tellFailed(undefined, sendable.refused)
    const opened = await background.wake()
    if (!opened) return await tellFailed(undefined, 'Open Waypost and sign in first.')
    const { session } = opened
    const target = readyTarget(session, to)
    try {
      const { guids, words } = await queue(session, sendable, target)
      onSent(target)
      await tell(await outcomeOf(session, target, guids, platform), target, words)
    } catch (error) {
      await tellFailed(target, messageOf(error))
    }
  } catch (error) {
    await tellFailed(undefined, messageOf(error))
  }
}

/** The target, if the session is ready. @throws Error with a sentence for the person */
export function readyTarget(session: Session, to: TargetRef): Target {
  const state = session.$state.get()
  if (typeof state === 'object') throw state.failed
  const target = targetOfRef(session, to)
  if (!target) throw new Error('This conversation no longer exists.')
  return target
}

async function queue(session: Session, sendable: Sendable, target: Target): Promise<{ guids: string[]; words: string }> {
  if ('refused' in sendable) throw new Error(sendable.refused)
  if ('picture' in sendable) {
    const picture = await fetchPicture(sendable.picture)
    if (!picture) return queue(session, sendable.instead, target)
    return { guids: session.push.sendFiles([sourceOf(picture)], target), words: picture.name }
  }
  const { draft } = sendable
  const guid = session.push.send(draft, target)
  if (guid === undefined) throw new Error('There’s nothing to send.')
  return { guids: [guid], words: draft.title ?? draft.url ?? draft.body ?? '' }
}

/** A file in the form a session takes. */
export const sourceOf = (file: File): FileSource => ({
  name: file.name,
  type: file.type,
  size: file.size,
  slice: (start, end) => file.slice(start, end),
})

function tell(outcome: Outcome, target: Target, words: string): Promise<void> {
  const name = target.type === 'me' ? 'all your devices' : nameInWords(target)
  const said = inWords(words, saidOf)
  if (outcome.state === 'failed') return tellFailed(target, outcome.reason)
  if (outcome.state === 'offline')
    return showBriefly(`Waiting to send to ${name}`, 'You’re offline. It will be sent when you’re back online.', { stays: true })
  if (outcome.state === 'slow') return showBriefly(`Still sending to ${name}`, said)
  return showBriefly(`Sent to ${name}`, said)
}

function tellFailed(target: Target | undefined, reason: string): Promise<void> {
  const title = target && target.type !== 'me' ? `Couldn’t send to ${nameInWords(target)}` : 'Couldn’t send'
  return showBriefly(title, inWords(reason, 2 * saidOf), { stays: true })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
