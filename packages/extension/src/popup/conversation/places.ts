// Arranges the messages of a conversation in groups and days.

import type { HistoryItem } from '@waypost/client'
import { midnightOf } from '../../ui/times.ts'

/** In seconds. Messages from one side within this time of each other form a group. */
const groupBy = 5 * 60

export interface Place {
  newDay: boolean
  /** In one group with the previous one. */
  joined: boolean
  /** In one group with the next one. */
  close: boolean
}

/** The places of items, oldest first. */
export function placesOf(items: readonly HistoryItem[]): readonly Place[] {
  const places: Place[] = []
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    const newDay = !before || midnightOf(before.push.created * 1_000) !== midnightOf(item.push.created * 1_000)
    const joined =
      before !== undefined &&
      !newDay &&
      before.side === item.side &&
      before.push.sender_iden === item.push.sender_iden &&
      before.push.source_device_iden === item.push.source_device_iden &&
      before.state !== 'failed' &&
      item.push.created - before.push.created < groupBy
    const previous = places[index - 1]
    if (joined && previous) previous.close = true
    places.push({ newDay, joined, close: false })
  }
  return places
}
