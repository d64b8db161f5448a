// Sends drafts and files as pushes through the outbox, and dismisses and deletes pushes.

import { type Channel, clearHistory, deleteAllPushes, deletePush, Refusal, updatePush } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { Ghost } from '../queue/ghost.ts'
import type { Outbox } from '../queue/outbox.ts'
import type { Uploads } from '../queue/upload-queue.ts'
import type { Calls } from '../session/call.ts'
import type { Failures } from '../session/failure.ts'
import type { FileSource, Platform } from '../session/platform.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { Histories, History } from '../sync/history.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { conversationOfTarget } from './following.ts'
import type { Target } from './target.ts'

export interface PushActions {
  /**
   * Queues a push and shows it as a ghost at once. Trims the fields; a body that is a single http(s) link becomes the url.
   * @returns the guid, or undefined if there is nothing to send
   * @throws Refusal `no_recipient`
   */
  send(draft: Draft, target: Target | undefined): string | undefined
  /**
   * Shows a ghost for each file at once, uploads them two at a time and sends them in the given order. An error of one file is shown in
   * its item.
   * @returns their guids
   * @throws Refusal `no_recipient`
   */
  sendFiles(files: readonly FileSource[], target: Target | undefined): string[]
  /**
   * Sends a failed push again with the same guid, in its place. An upload resumes. A `lost` item needs a file; if it is the same one,
   * the upload resumes, otherwise it starts over.
   */
  retry(guid: string, file?: FileSource): void
  /** Removes a waiting or failed push from the outbox and cancels its upload. One that is in flight may still arrive. */
  discard(guid: string): void
  /** Cancels an upload; its item fails with 'File upload canceled' and can be retried. */
  cancelUpload(guid: string): void
  /** Deletes a push from the server, and from the mirror when the server has confirmed. Failure: `onFailure`, 'Error deleting Push'. */
  delete(iden: string, options?: { keepalive?: boolean }): Promise<void>
  /** Marks an incoming push as dismissed. */
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
  /** The conversation with a target, kept up to date while someone listens. */
  history(target: Target): ReadableAtom<History>
  /** Shows 25 more items: from memory, then from the server. */
  loadMore(target: Target): Promise<void>
}

/** The fields that the user typed. */
export interface Draft {
  title?: string
  body?: string
  url?: string
}

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  conversations: Conversations
  outbox: Outbox
  uploads: Uploads
  histories: Histories
  failures: Failures
  platform: Platform
  sourceDevice: string | undefined
}

/** The content of a push, made from a draft. */
interface Message {
  type: 'note' | 'link'
  title?: string
  body?: string
  url?: string
}

export function openPushes(deps: Deps): PushActions {
  const { callRaw, mirror, conversations, outbox, uploads, histories, failures, platform, sourceDevice } = deps
  const dismissed = new Set<string>()

  /** @throws Refusal `no_recipient` */
  function queue(content: Message | FileMessage, target: Target | undefined, more: Partial<Ghost> = {}): string {
    const recipient = recipientFields(target)
    const guid = platform.unique()
    const source = sourceDevice === undefined ? {} : { source_device_iden: sourceDevice }
    const conversation = target && target.type !== 'device' ? conversationOfTarget(target) : 'self'
    const channel = recipient.channel_tag === undefined ? {} : { channel: target?.obj?.iden as string }
    outbox.add({ guid, ...content, ...recipient, ...source }, conversations.of(conversation).newest(), { ...more, ...channel })
    return guid
  }

  function queueFile(file: FileSource, target: Target | undefined): string {
    const { name, type, size, preview } = file
    const content: FileMessage = { type: 'file', file_name: name, ...(type && { file_type: type }) }
    const more = { size, upload: { window: uploads.window }, ...(preview !== undefined && { preview }) }
    return uploads.adding(file, () => queue(content, target, more))
  }

  return {
    send(draft, target) {
      const message = messageOf(draft)
      return message && queue(message, target)
    },
    sendFiles: (files, target) => files.map((file) => queueFile(file, target)),
    retry(guid, file) {
      if (outbox.find(guid)?.upload) uploads.retry(guid, file)
      else outbox.retry(guid)
    },
    discard: uploads.discard,
    cancelUpload: uploads.cancel,
    deleteAll: () => failures.attempt('deleting', 'all pushes', () => callRaw(deleteAllPushes, {})),
    clear(target) {
      const conversation = target.type === 'device' ? `device:${target.key}` : conversationOfTarget(target)
      return failures.attempt('deleting', 'all pushes', () => callRaw(clearHistory, { conversation }), conversation)
    },
    async delete(iden, options) {
      const deleted = await failures.attempt('deleting', 'Push', () => callRaw(deletePush, { iden }, options), iden)
      if (deleted) mirror.remove('pushes', iden)
    },
    async dismiss(iden) {
      if (dismissed.has(iden) || mirror.of('pushes').get().entries.get(iden)?.dismissed) return
      dismissed.add(iden)
      const done = await failures.attempt('updating', 'Push', async () => {
        mirror.take('pushes', await callRaw(updatePush, { iden, dismissed: true }))
      })
      if (!done) dismissed.delete(iden)
    },
    history: histories.of,
    loadMore: histories.loadMore,
  }
}

interface FileMessage {
  type: 'file'
  file_name: string
  file_type?: string
}

/** The message of a draft, or undefined if it is empty. A body that is a single http(s) link becomes the url. */
export function messageOf(draft: Draft): Message | undefined {
  const title = draft.title?.trim() ?? ''
  let body = draft.body?.trim() ?? ''
  let url = draft.url?.trim() ?? ''
  if (url === '' && /^https?:\/\/\S+$/i.test(body)) {
    url = body
    body = ''
  }
  if (title === '' && body === '' && url === '') return undefined
  return { type: url === '' ? 'note' : 'link', ...(title && { title }), ...(body && { body }), ...(url && { url }) }
}

/** The fields that address a push; without any it goes to all devices of the account. @throws Refusal `no_recipient` */
function recipientFields(target: Target | undefined): { device_iden?: string; email?: string; channel_tag?: string } {
  if (target?.type === 'me') return {}
  if (target?.type === 'device') return { device_iden: target.key }
  if (target?.type === 'channel') return { channel_tag: (target.obj as Channel).tag ?? '' }
  // Anything that contains '@' counts as an address.
  if ((target?.type === 'chat' || target?.type === 'email') && target.key.includes('@')) return { email: target.key }
  throw new Refusal('no_recipient')
}
