// Dismisses the pushes that a moved read marker covers, so that reading a conversation takes one call.

import type { Account } from '../account/rows.ts'
import type { Change } from '../change.ts'
import { savePush, undismissedUpTo } from '../push/rows.ts'
import type { ReadMarkerRow } from './rows.ts'

/** How many pushes one call dismisses. Older ones only keep their flag: no program still shows notifications of them. */
const most = 100

/** The dismissals of one call. */
export function openDismissals(account: Account): { dismiss(tx: Change, marker: ReadMarkerRow): Promise<void> } {
  let left = most
  return {
    /** Dismisses the newest incoming pushes up to a marker. */
    async dismiss(tx, { owner, conversation, read_to }) {
      if (left <= 0) return
      const rows = await undismissedUpTo(tx, owner, conversation, read_to, left)
      left -= rows.length
      for (const row of rows) await savePush(tx, { ...row, dismissed: 1 }, account)
    },
  }
}
