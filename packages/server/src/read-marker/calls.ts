// Handles the calls that list read markers and move them forward.

import { listReadMarkers, moveReadMarkers, normalizeConversation } from '@waypost/protocol'
import { fromSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { moveReadMarker, type ReadMarkerRow, readMarkerObject, readMarkers } from './rows.ts'

export function readMarkerCalls({ db, change }: Deps): Handler[] {
  return [
    handle(listReadMarkers, async (query, { caller }) => {
      const { rows, cursor } = await readMarkers.list(db, caller.account.iden, query)
      return { read_markers: rows.map(readMarkerObject), ...(cursor !== undefined && { cursor }) }
    }),
    handle(moveReadMarkers, async ({ markers }, { caller: { account } }) =>
      change([account.iden], async (tx) => {
        const moved = new Map<string, ReadMarkerRow>()
        for (const { conversation, read_to } of markers) {
          const row = await moveReadMarker(tx, account.iden, normalizeConversation(conversation), fromSeconds(read_to))
          if (row) moved.set(row.iden, row)
        }
        return { read_markers: Array.from(moved.values(), readMarkerObject) }
      }),
    ),
  ]
}
