// Defines what an item's buttons and keys do, apart from the form and the dialogs of its conversation.

import { type HistoryItem, membersOf, platform, type Session } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { copyText } from '../../browser/clipboard.ts'
import { chooseFiles, download } from '../../browser/files/files.ts'
import { openInNewTab } from '../../browser/popups.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { i18n } from '../../ui/language.ts'
import { retryFile } from '../files.ts'
import { addressOf, copyOf, textOf } from '../labels.ts'
import { pushActions } from './en.ts'
import { openUndoableDeletes, type UndoableDeletes } from './undo-delete.ts'

const messages = i18n('push-actions', pushActions)

interface CommonActions {
  copy(item: HistoryItem): void
  copyText(item: HistoryItem): void
  copyLink(item: HistoryItem): void
  save(item: HistoryItem): void
  /** The empty text takes the reaction back. */
  react(item: HistoryItem, emoji: string): void
  pin(item: HistoryItem, pinned: boolean): void
  /** Marks its conversation as unread from it on. */
  markUnread(item: HistoryItem): void
  open(item: HistoryItem): void
  /** Retries sending it, or saving an edit of it; if its file is lost, the file dialog asks for it. */
  retry(item: HistoryItem): void
  /** Stops an upload. */
  cancel(item: HistoryItem): void
  /** Discards it if unsent, or its unsaved edit. */
  discard(item: HistoryItem): void
  remove(item: HistoryItem): void
  removeForEveryone(item: HistoryItem): void
  undo(item: HistoryItem): void
  hold(item: HistoryItem, held: boolean): void
}

/** The actions on an item of a history. */
export interface ItemActions extends CommonActions {
  reply(item: HistoryItem): void
  edit(item: HistoryItem): void
  forward(item: HistoryItem): void
  /** Selects or deselects it. */
  select(item: HistoryItem): void
  details(item: HistoryItem): void
  /** Asks for the tags of an item. */
  tags(item: HistoryItem): void
  /** Goes to it in its whole conversation; undefined if that is already shown. */
  show?(item: HistoryItem): void
  menu(item: HistoryItem, button: HTMLElement): void
  /** Goes from a reply to the push it quotes. */
  jump(push: Push, from: HistoryItem): void
}

const known = new WeakMap<Session, { actions: CommonActions; deletes: UndoableDeletes }>()

/** The actions of a session. Deletions continue while another conversation is open. */
export function itemActions(session: Session): { actions: CommonActions; deletes: UndoableDeletes } {
  const made = known.get(session) ?? make(session)
  known.set(session, made)
  return made
}

function make(session: Session): { actions: CommonActions; deletes: UndoableDeletes } {
  const { delete: remove, restore } = session.push
  const deletes = openUndoableDeletes({ remove, restore, after: platform.after, now: platform.now })
  const copy = async (text: string) => {
    const t = messages.get()
    showToast((await copyText(text)) ? t.copied : t.notCopied)
  }
  const actions: CommonActions = {
    copy: (item) => void copy(copyOf(item.push)),
    copyText: (item) => void copy(textOf(item.push)),
    copyLink: (item) => void copy(addressOf(item.push) ?? ''),
    save({ push }) {
      if (push.file_url) download(push.file_url, push.file_name)
    },
    react: (item, emoji) => session.push.react(item.push.iden, emoji),
    pin: (item, pinned) => session.push.pin(item.push.iden, pinned),
    async markUnread({ push }) {
      const target = session.target.of(push)
      if (target && (await session.readMarkers.markUnread(target, push.created))) showToast(messages.get().unread)
    },
    open(item) {
      const address = addressOf(item.push)
      if (address) openInNewTab(address)
    },
    retry(item) {
      const failed = membersOf(item).filter(({ state }) => state === 'failed')
      const kept = failed.filter(({ lost }) => !lost)
      // The file dialog can ask for one file at a time.
      for (const each of kept.length > 0 ? kept : failed.slice(0, 1)) void retryOne(each)
      for (const { edit, push } of membersOf(item)) if (edit === 'refused') session.push.retryEdit(push.iden)
    },
    cancel(item) {
      for (const { key, uploading } of membersOf(item)) if (uploading) session.push.cancelUpload(key)
    },
    discard(item) {
      for (const { key, state, edit, push } of membersOf(item)) {
        if (state !== 'settled') session.push.discard(key)
        else if (edit) session.push.discardEdit(push.iden)
      }
    },
    remove(item) {
      for (const each of membersOf(item)) deletes.delete(each)
      say(messages.get().deleted)
    },
    removeForEveryone(item) {
      for (const each of membersOf(item)) deletes.delete(each, true)
      say(messages.get().deleted)
    },
    undo(item) {
      for (const { push } of membersOf(item)) {
        // A deletion that is waiting for the network keeps its notice beyond the time limit, and after a reload.
        if (deletes.$deleted.get().has(push.iden)) void deletes.undo(push.iden)
        else void session.push.restore(push.iden)
      }
    },
    hold(item, held) {
      for (const { push } of membersOf(item)) deletes.hold(push.iden, held)
    },
  }

  async function retryOne(item: HistoryItem): Promise<void> {
    const target = session.target.of(item.push)
    if (!item.lost || !target) return session.push.retry(item.key)
    const [file] = await chooseFiles({ multiple: false })
    if (file) void retryFile(session, item, file, target)
  }

  return { actions, deletes }
}
