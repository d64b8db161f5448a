// Sends drafts, files and copies of pushes through the outbox, and dismisses and deletes pushes.

import {
  type Channel,
  clearHistory,
  deleteAllPushes,
  isBlank,
  onlyLink,
  type Push,
  pressAction,
  Refusal,
} from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { Failures } from '../ground/failure.ts'
import type { FileSource, Platform } from '../ground/platform.ts'
import { conversationOfTarget } from '../history/following.ts'
import type { Ghost } from '../history/ghost.ts'
import type { Histories } from '../history/history.ts'
import type { History, Unread } from '../history/history-view.ts'
import type { Pending, PushChange } from '../history/pending.ts'
import { type Target, takesPushes } from '../history/target.ts'
import type { Outbox } from '../queue/outbox.ts'
import type { PushChanges } from '../queue/push-changes.ts'
import type { Storing, Uploads } from '../queue/upload-queue.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { openDismissals } from './dismissals.ts'
import { knownPushes, pinnedPushes } from './known-pushes.ts'
import { openScheduled, type ScheduledPushes } from './scheduled.ts'

export interface PushActions {
  /**
   * Queues a push and shows it as a ghost at once. Trims the fields; a body that is a single http(s) link becomes the url.
   * @param replyTo the iden of the push in the same conversation that it replies to
   * @param sendAt when to send it, in seconds; the server keeps it until then
   * @returns the guid, or undefined if there is nothing to send
   * @throws Refusal `no_recipient`
   */
  send(draft: Draft, target: Target | undefined, replyTo?: string, sendAt?: number): string | undefined
  /**
   * Queues the content of a push, or of the pushes of an album, for other targets. A file is not uploaded again.
   * @throws Refusal `no_recipient`
   */
  forward(pushes: readonly Push[], targets: readonly Target[]): void
  /**
   * Uploads files two at a time and sends them in the given order. Each ghost is shown once its file is stored durably, or cannot be. An
   * error of one file is shown in its item. Several pictures form an album. The caption goes with the first file.
   * @returns their guids
   * @throws Refusal `no_recipient`
   */
  sendFiles(files: readonly FileSource[], target: Target | undefined, sendAt?: number, caption?: string): string[]
  /** Resolves once the ghosts that `sendFiles` added are shown. */
  shown(guids: readonly string[]): Promise<void>
  /** The files that this window is still storing, before they are shown. */
  readonly $storing: ReadableAtom<readonly Storing[]>
  /**
   * Retries a failed push with the same guid, in its place. An upload resumes. A `lost` item needs a file; if it is the same one, the
   * upload resumes, otherwise it starts over.
   */
  retry(guid: string, file?: FileSource): void
  /** Removes a queued or failed push from the outbox and cancels its upload. One that is in flight may still arrive. */
  discard(guid: string): void
  /** Undefined if this window does not hold it for the upload. */
  fileOf(guid: string): FileSource | undefined
  /** The item fails with 'File upload canceled' and can be retried. */
  cancelUpload(guid: string): void
  /**
   * Replaces the content of a push of this account, in every copy. Like the changes below it shows at once and stays pending until the
   * server has it, even offline and across a reload. A text that the server refuses stays with the push: see `HistoryItem.edit`.
   */
  edit(push: Push, draft: Draft): void
  retryEdit(iden: string): void
  discardEdit(iden: string): void
  /** '' removes the reaction. Refused: `onFailure`, 'Error updating Push'. */
  react(iden: string, emoji: string): void
  /** Refused: `onFailure`, 'Error updating Push'. */
  pin(iden: string, pinned: boolean): void
  /**
   * Sets the reminder of a push, in seconds: then it comes back as unread; undefined removes it. Refused: `onFailure`, 'Error updating
   * Push'.
   */
  remind(iden: string, at: number | undefined): void
  /** Sets the tags of a push, for this account only. Refused: `onFailure`, 'Error updating Push'. */
  tag(iden: string, tags: readonly string[]): void
  /** Everyone who has the push sees it. @throws Refusal */
  press(iden: string, action: string): Promise<void>
  /** Pushes whose reminder brought them back and that were not dismissed since, by iden. */
  readonly $back: ReadableAtom<ReadonlyMap<string, Push>>
  /** A push of this account, from memory or from the server; undefined while it is unknown, or if it was deleted. */
  known(iden: string): ReadableAtom<Push | undefined>
  /**
   * Deletes a push from the server, and from the mirror when the server has confirmed; until then `HistoryItem.deletes` says so. With
   * `undoable`, `restore` brings it back within `limits.undoDeletionFor`, and the request outlives the page. Refused: `onFailure`, 'Error
   * deleting Push'.
   * @returns whether it is deleted, once the server has said so
   */
  delete(iden: string, options?: { everyone?: boolean; undoable?: boolean }): Promise<boolean>
  /**
   * Restores a push that was deleted as `undoable`, or whose deletion is still pending. Refused: `onFailure`, 'Error deleting Push'.
   * @returns whether the server has confirmed that it is back
   */
  restore(iden: string): Promise<boolean>
  /** The changes of pushes that the server does not have yet. */
  readonly $pending: ReadableAtom<Pending>
  /** Marks an incoming push as dismissed, one after another; with more than 25 pending, only the newest. The server dismisses read ones. */
  dismiss(iden: string): Promise<void>
  /**
   * Deletes all pushes of the account, in the background. Failure: `onFailure`, 'Error deleting all pushes'.
   * @returns whether the server accepted the request
   */
  deleteAll(): Promise<boolean>
  /**
   * Deletes the account's copy of all pushes in the conversation with a target, in the background. Failure: `onFailure`, 'Error deleting
   * all pushes'.
   * @returns whether the server accepted the request
   */
  clear(target: Target): Promise<boolean>
  /** How many pushes in the outbox will be sent without the user. */
  readonly $waiting: ReadableAtom<number>
  readonly scheduled: ScheduledPushes
  /** Kept up to date while someone listens. */
  history(target: Target): ReadableAtom<History>
  /** The most recently pinned first. Asks the server when someone starts to listen. */
  pinned(target: Target): ReadableAtom<readonly Push[]>
  /** Shows 25 more items: from memory, then from the server. */
  loadMore(target: Target): Promise<void>
  /**
   * Shows the items around a time in seconds, however old, without those between them and the newest ones. Offline, it searches what this
   * browser keeps.
   * @returns false when the server could not be reached
   */
  showAround(target: Target, created: number): Promise<boolean>
  /** Shows 25 later items, after `showAround`. Once they reach the newest ones, the history is back to normal. */
  loadLater(target: Target): Promise<void>
  /**
   * Shows the items around the first unread one, and returns how many are unread: at once if they are in memory, otherwise from the server.
   * Undefined if nothing is unread, the server could not be reached, or something else was shown meanwhile.
   */
  showUnread(target: Target): Unread | undefined | Promise<Unread | undefined>
  showNewest(target: Target): void
}

/** The fields that the user typed. */
export interface Draft {
  title?: string
  body?: string
  url?: string
}

/** Keeps the changes of pushes; may be opened later. */
interface Changes {
  readonly $pending: ReadableAtom<Pending>
  use<T>(work: (changes: PushChanges) => T | Promise<T>): Promise<T>
}

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  conversations: Conversations
  outbox: Outbox
  uploads: Uploads
  changes: Changes
  histories: Histories
  failures: Failures
  platform: Platform
  sourceDevice: (() => string | undefined) | undefined
}

interface Message {
  type: 'note' | 'link'
  title?: string
  body?: string
  url?: string
}

export function openPushes(deps: Deps): PushActions {
  const { callRaw, mirror, conversations, outbox, uploads, changes, histories, failures, platform, sourceDevice } = deps
  const dismiss = openDismissals({ callRaw, mirror, failures })

  /** @throws Refusal `no_recipient` */
  function queue(
    content: Content,
    target: Target | undefined,
    more: Partial<Ghost> = {},
    guid: string = platform.unique(),
  ): string {
    const recipient = recipientFields(target)
    const device = sourceDevice?.()
    const source = device === undefined ? {} : { source_device_iden: device }
    const conversation = target && target.type !== 'device' ? conversationOfTarget(target) : 'self'
    const channel = recipient.channel_tag === undefined ? {} : { channel: target?.obj?.iden as string }
    outbox.add({ guid, ...content, ...recipient, ...source }, conversations.of(conversation).newest(), { ...more, ...channel })
    return guid
  }

  function queueFile(file: FileSource, target: Target | undefined, fields: Fields, guid?: string): string {
    const { name, type, size, preview, recording } = file
    const content: Content = { type: 'file', file_name: name, ...(type && { file_type: type }), ...recording, ...fields }
    const more = { size, ...(preview !== undefined && { preview }) }
    return uploads.adding(file, (upload) => queue(content, target, { ...more, upload }, guid))
  }

  return {
    send(draft, target, replyTo, sendAt) {
      const message = messageOf(draft)
      return message && queue({ ...message, ...(replyTo !== undefined && { reply_to: replyTo }), ...later(sendAt) }, target)
    },
    forward(pushes, targets) {
      for (const target of targets) {
        const { fields, guidOf } = albumOf(pushes.length, platform)
        for (const [index, push] of pushes.entries()) queue({ ...contentOf(push), ...fields }, target, {}, guidOf(index))
      }
    },
    edit(push, draft) {
      // A note that is edited to just a link stays a note, because its type cannot change.
      const { title = '', body = '', url = '' } = messageOf(draft, push.type === 'link') ?? {}
      void changes.use((opened) => opened.edit(push, { title, body, url }))
    },
    retryEdit: (iden) => void changes.use(({ retryText }) => retryText(iden)),
    discardEdit: (iden) => void changes.use(({ discardText }) => discardText(iden)),
    react: (iden, reaction) => add(iden, 'reaction', { reaction }),
    pin: (iden, pinned) => add(iden, 'pinned', { pinned }),
    remind: (iden, at = 0) => add(iden, 'remind_at', { remind_at: at }),
    tag: (iden, tags) => add(iden, 'tags', { tags: [...tags] }),
    press: async (iden, action) => void mirror.take('pushes', await callRaw(pressAction, { iden, action })),
    $back: conversations.$back,
    known: knownPushes({ ...deps, $pending: changes.$pending }),
    pinned: pinnedPushes({ ...deps, $pending: changes.$pending }),
    sendFiles(files, target, sendAt, caption) {
      const pictures = files.filter(isPicture)
      const { fields, guidOf } = albumOf(pictures.length, platform)
      return files.map((file, index) => {
        const words = index === 0 && caption ? { body: caption } : {}
        const together = isPicture(file) ? fields : {}
        return queueFile(file, target, { ...words, ...together, ...later(sendAt) }, guidOf(pictures.indexOf(file)))
      })
    },
    shown: uploads.shown,
    $storing: uploads.$storing,
    retry(guid, file) {
      if (outbox.find(guid)?.upload) uploads.retry(guid, file)
      else outbox.retry(guid)
    },
    discard: uploads.discard,
    fileOf: uploads.fileOf,
    cancelUpload: uploads.cancel,
    deleteAll: () => failures.attempt('deleting', 'all pushes', () => callRaw(deleteAllPushes, {})),
    clear(target) {
      const conversation = target.type === 'device' ? `device:${target.key}` : conversationOfTarget(target)
      return failures.attempt('deleting', 'all pushes', () => callRaw(clearHistory, { conversation }), conversation)
    },
    delete: (iden, { everyone, undoable } = {}) =>
      deleteOrRestore(iden, { ...(everyone && { everyone }), ...(undoable && { undoable }) }),
    restore: (iden) => deleteOrRestore(iden, { restored: true }),
    $pending: changes.$pending,
    dismiss,
    $waiting: computed(outbox.$shown, (ghosts) => ghosts.filter(({ error, lost }) => error === undefined && !lost).length),
    scheduled: openScheduled({ callRaw, mirror, failures }),
    history: histories.of,
    loadMore: histories.loadMore,
    showAround: histories.showAround,
    loadLater: histories.loadLater,
    showUnread: histories.showUnread,
    showNewest: histories.showNewest,
  }

  function add(...change: Parameters<PushChanges['add']>): void {
    void changes.use((opened) => opened.add(...change))
  }

  function deleteOrRestore(iden: string, input: PushChange['input']): Promise<boolean> {
    add(iden, 'deleted', input)
    return changes.use(({ outcome }) => outcome(iden))
  }
}

/** The fields of each picture of an album; empty for a single one. The album has the guid of its first picture. */
function albumOf(count: number, { unique }: Pick<Platform, 'unique'>) {
  if (count < 2) return { fields: {}, guidOf: () => undefined }
  const album = unique()
  return { fields: { album }, guidOf: (index: number) => (index === 0 ? album : undefined) }
}

interface Fields {
  body?: string
  reply_to?: string
  send_at?: number
  album?: string
}

type Content = (Message | FileMessage | ForwardedMessage) & Fields

/** Taken from the original; the server derives the rest from the file. */
type ForwardedMessage = Partial<Pick<Push, (typeof forwarded)[number] | 'forwarded_from'>>

const forwarded = [
  'type',
  'title',
  'body',
  'url',
  'file_name',
  'file_type',
  'file_url',
  'image_url',
  'image_width',
  'image_height',
  'image_colors',
  'duration',
  'peaks',
] as const

const isPicture = ({ type }: FileSource): boolean => type.startsWith('image/')

/** Includes the original author's name, also when it is forwarded again; empty if unknown. */
function contentOf(push: Push): ForwardedMessage {
  const content = Object.fromEntries(forwarded.flatMap((name) => (push[name] === undefined ? [] : [[name, push[name]]])))
  return { ...content, forwarded_from: push.forwarded_from ?? push.sender_name ?? '' }
}

interface FileMessage {
  type: 'file'
  file_name: string
  file_type?: string
  duration?: number
  peaks?: string
}

const later = (sendAt: number | undefined) => (sendAt === undefined ? {} : { send_at: sendAt })

/** The message of a draft, or undefined if it is empty. A body that is a single http(s) link becomes the url, unless told otherwise. */
export function messageOf(draft: Draft, linksApart = true): Message | undefined {
  const title = draft.title?.trim() ?? ''
  let body = draft.body?.trim() ?? ''
  let url = draft.url?.trim() ?? ''
  const link = linksApart && url === '' ? onlyLink(body) : undefined
  if (link !== undefined) [url, body] = [link, '']
  if ([title, body, url].every(isBlank)) return undefined
  return { type: url === '' ? 'note' : 'link', ...(title && { title }), ...(body && { body }), ...(url && { url }) }
}

interface Recipient {
  device_iden?: string
  email?: string
  channel_tag?: string
  source_iden?: string
}

/** The fields that address a push; without any it goes to all devices of the account. @throws Refusal `no_recipient` */
function recipientFields(target: Target | undefined): Recipient {
  if (target?.type === 'me') return {}
  if (target?.type === 'device') return { device_iden: target.key }
  if (target?.type === 'channel') return { channel_tag: (target.obj as Channel).tag ?? '' }
  if (target?.type === 'source' && takesPushes(target)) return { source_iden: target.key }
  // Anything that contains '@' counts as an address.
  if ((target?.type === 'chat' || target?.type === 'email') && target.key.includes('@')) return { email: target.key }
  throw new Refusal('no_recipient')
}
