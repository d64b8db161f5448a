// Drops what another app shared once something else holds its files.

import type { HistoryItem, Session, Target } from '@waypost/client'
import { until } from '@waypost/client/ground/until'
import { dropShare } from '../../browser/app/kept-shares.ts'

/**
 * Drops a share that was sent, once all of its files are kept for their upload, or have been uploaded. Copying a large one takes seconds,
 * and a phone may end the app right after the press. The others are dropped after a day.
 * @param guids of the pushes of its files
 */
export async function dropOnceSent(session: Session, target: Target, id: string, guids: readonly string[]): Promise<void> {
  const kept = await Promise.all(guids.map((guid) => session.keptFiles?.isKept(guid)))
  const needed = guids.filter((_, index) => !kept[index])
  await until(session.push.history(target), ({ items }) => !items.some((item) => needed.includes(item.key) && isHere(item)))
  await dropShare(id)
}

/** Whether the file of an item is not on the server yet. */
const isHere = ({ state, upload_done }: HistoryItem): boolean => state !== 'settled' && upload_done !== true
