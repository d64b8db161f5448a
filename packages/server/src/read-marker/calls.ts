import { listReadMarkers, markUnread, moveReadMarkers, normalizeConversation, Refusal } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import { type Change, fromSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { savePush, undismissedUpTo } from '../push/rows.ts'
import { noteForSubscribers } from '../push/source/log-rows.ts'
import { type Move, markAsUnread, moveReadMarker, type ReadMarkerRow, readMarkerObject, readMarkers } from './rows.ts'
import { otherPerson, tellTheOther } from './seen.ts'

export function readMarkerCalls({ db, bus, change }: Deps): Handler[] {
  return [
    handle(listReadMarkers, async (query, { caller }) => {
      const { rows, cursor } = await readMarkers.list(db, caller.account.iden, query)
      return { read_markers: rows.map(readMarkerObject), ...(cursor !== undefined && { cursor }) }
    }),
    handle(moveReadMarkers, async ({ markers }, { caller: { account, token } }) => {
      const moved = new Map<string, ReadMarkerRow>()
      const alone: Move[] = []
      const dismissals = openDismissals(bus, account)
      // Each has its own change, because a change locks its boxes, and others should not wait for a hundred of them.
      for (const { conversation, read_to, delivered_to, marked_unread } of markers) {
        const move: Move = {
          conversation: normalizeConversation(conversation),
          read_to: fromSeconds(read_to),
          delivered_to: fromSeconds(delivered_to),
          marked_unread: fromSeconds(marked_unread),
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
    handle(markUnread, async ({ conversation, read_to = Number.MAX_SAFE_INTEGER }, { caller: { account, token } }) => {
      const readTo = Math.min(fromSeconds(read_to), Number.MAX_SAFE_INTEGER)
      const row = await change([account.iden], (tx) => {
        tx.by = token
        return markAsUnread(tx, account.iden, normalizeConversation(conversation), readTo)
      })
      if (!row) throw new Refusal('not_found')
      return readMarkerObject(row)
    }),
  ]
}

/** The maximum pushes that one call dismisses. Older ones keep their flag: no program still shows notifications for them. */
const most = 100

function openDismissals(bus: Deps['bus'], account: Account): { dismiss(tx: Change, marker: ReadMarkerRow): Promise<void> } {
  let left = most
  return {
    async dismiss(tx, { owner, conversation, read_to }) {
      if (left <= 0) return
      const rows = await undismissedUpTo(tx, owner, conversation, read_to, left)
      left -= rows.length
      for (const row of rows) {
        await savePush(tx, { ...row, dismissed: 1 }, account)
        noteForSubscribers(tx, bus, row, 'message_clear')
      }
    },
  }
}
