// Defines what the buttons and keys of an item do: copy, open, retry, cancel, discard, delete.

import { type HistoryItem, platform, type Session } from '@waypost/client'
import { copyText } from '../../browser/clipboard.ts'
import { chooseFiles } from '../../browser/files.ts'
import { onLeaving } from '../../browser/location.ts'
import { openInNewTab } from '../../browser/popups.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { i18n } from '../../ui/language.ts'
import { showToast } from '../../ui/notices/notices.ts'
import { retryFile } from '../files.ts'
import { addressOf, copyOf } from '../labels.ts'
import { openUndoableDeletes, type UndoableDeletes } from './undo-delete.ts'

const messages = i18n('push-actions', {
  deleted: 'Deleted.',
  copied: 'Copied',
  notCopied: 'The browser did not let this page copy.',
})

/** What can be done with one item of a history. */
export interface ItemActions {
  copy(item: HistoryItem): void
  open(item: HistoryItem): void
  /** Sends it again; if its file is lost, the file dialog asks for it. */
  retry(item: HistoryItem): void
  /** Stops an upload. */
  cancel(item: HistoryItem): void
  discard(item: HistoryItem): void
  remove(item: HistoryItem): void
  undo(item: HistoryItem): void
  hold(item: HistoryItem, held: boolean): void
}

const known = new WeakMap<Session, { actions: ItemActions; deletes: UndoableDeletes }>()

/** The actions of a session. Deletes go on while another conversation is open. */
export function itemActions(session: Session): { actions: ItemActions; deletes: UndoableDeletes } {
  const made = known.get(session) ?? make(session)
  known.set(session, made)
  return made
}

function make(session: Session): { actions: ItemActions; deletes: UndoableDeletes } {
  const deletes = openUndoableDeletes({ remove: session.push.delete, after: platform.after })
  onLeaving(deletes.flush)
  const actions: ItemActions = {
    async copy(item) {
      const t = messages.get()
      showToast((await copyText(copyOf(item.push))) ? t.copied : t.notCopied)
    },
    open(item) {
      const address = addressOf(item.push)
      if (address) openInNewTab(address)
    },
    async retry(item) {
      const target = session.target.of(item.push)
      if (!item.lost || !target) return session.push.retry(item.key)
      const [file] = await chooseFiles({ multiple: false })
      if (file) void retryFile(session, item, file, target)
    },
    cancel: (item) => session.push.cancelUpload(item.key),
    discard: (item) => session.push.discard(item.key),
    remove(item) {
      deletes.delete(item.push.iden)
      say(messages.get().deleted)
    },
    undo: (item) => deletes.undo(item.push.iden),
    hold: (item, held) => deletes.hold(item.push.iden, held),
  }
  return { actions, deletes }
}
