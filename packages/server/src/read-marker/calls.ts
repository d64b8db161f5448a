// Handles the calls that list read markers and move them forward.

import { listReadMarkers, moveReadMarkers, normalizeConversation } from '@waypost/protocol'
import { fromSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { openDismissals } from './dismissals.ts'
import { type Move, moveReadMarker, type ReadMarkerRow, readMarkerObject, readMarkers } from './rows.ts'
import { otherPerson, tellTheOther } from './seen.ts'

export function readMarkerCalls({ db, change }: Deps): Handler[] {
  return [
    handle(listReadMarkers, async (query, { caller }) => {
      const { rows, cursor } = await readMarkers.list(db, caller.account.iden, query)
      return { read_markers: rows.map(readMarkerObject), ...(cursor !== undefined && { cursor }) }
    }),
    handle(moveReadMarkers, async ({ markers }, { caller: { account, token } }) => {
      const moved = new Map<string, ReadMarkerRow>()
      const alone: Move[] = []
      const dismissals = openDismissals(account)
      // Each with its own change: a change locks the boxes that it writes to, and others should not wait for a hundred of them.
      for (const { conversation, read_to, delivered_to } of markers) {
        const move: Move = {
          conversation: normalizeConversation(conversation),
          read_to: fromSeconds(read_to),
          delivered_to: fromSeconds(delivered_to),
        }
        const other = await otherPerson(db, account, move)
        if (!other) {
          alone.push(move)
          continue
        }
        await change([account.iden, other.iden], async (tx) => {
          tx.by = token
          const done = await moveReadMarker(tx, account.iden, move)
          if (done?.moved) await tellTheOther(tx, account, other, done.row)
          if (done?.moved && move.read_to > 0) await dismissals.dismiss(tx, done.row)
          if (done) moved.set(done.row.iden, done.row)
        })
      }
      if (alone.length > 0)
        await change([account.iden], async (tx) => {
          tx.by = token
          for (const move of alone) {
            const done = await moveReadMarker(tx, account.iden, move)
            if (done?.moved && move.read_to > 0) await dismissals.dismiss(tx, done.row)
            if (done) moved.set(done.row.iden, done.row)
          }
        })
      return { read_markers: Array.from(moved.values(), readMarkerObject) }
    }),
  ]
}
