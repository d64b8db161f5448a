import { type HistoryItem, platform, type Session } from '@waypost/client'
import { copyText } from '../browser/clipboard.ts'
import { chooseFiles } from '../browser/files.ts'
import { onLeaving } from '../browser/location.ts'
import { openInNewTab } from '../browser/popups.ts'
import { say } from '../ui/announce.ts'
import { i18n } from '../ui/language.ts'
import { showToast } from '../ui/notices.ts'
import { retryFile } from './files.ts'
import { type Folds, openFolds } from './fold.ts'
import { addressOf, copyOf } from './words.ts'

const messages = i18n('push-actions', {
  deleted: 'Deleted.',
  copied: 'Copied',
  notCopied: 'The browser did not let this page copy.',
})

/** What can be done with one row of a history. */
export interface RowActions {
  copy(row: HistoryItem): void
  open(row: HistoryItem): void
  /** Asks for the file again where it is lost. */
  retry(row: HistoryItem): void
  /** Stops an upload. */
  cancel(row: HistoryItem): void
  discard(row: HistoryItem): void
  remove(row: HistoryItem): void
  undo(row: HistoryItem): void
  hold(row: HistoryItem, held: boolean): void
}

const known = new WeakMap<Session, { actions: RowActions; folds: Folds }>()

/** One set for each session: a fold goes on while another conversation is open. */
export function rowActions(session: Session): { actions: RowActions; folds: Folds } {
  const made = known.get(session) ?? make(session)
  known.set(session, made)
  return made
}

function make(session: Session): { actions: RowActions; folds: Folds } {
  const folds = openFolds({ remove: session.push.delete, after: platform.after })
  onLeaving(folds.flush)
  const actions: RowActions = {
    async copy(row) {
      const t = messages.get()
      showToast((await copyText(copyOf(row.push))) ? t.copied : t.notCopied)
    },
    open(row) {
      const address = addressOf(row.push)
      if (address) openInNewTab(address)
    },
    async retry(row) {
      const target = session.target.of(row.push)
      if (!row.lost || !target) return session.push.retry(row.key)
      const [file] = await chooseFiles({ multiple: false })
      if (file) void retryFile(session, row, file, target)
    },
    cancel: (row) => session.push.cancelUpload(row.key),
    discard: (row) => session.push.discard(row.key),
    remove(row) {
      folds.fold(row.push.iden)
      say(messages.get().deleted)
    },
    undo: (row) => folds.undo(row.push.iden),
    hold: (row, held) => folds.hold(row.push.iden, held),
  }
  return { actions, folds }
}
