import { deletePush, Refusal, updatePush } from '@waypost/protocol'
import type { Calls } from './call.ts'
import type { Draft, PushActions } from './client.ts'
import type { Conversations } from './conversations.ts'
import type { Failures } from './failure.ts'
import type { Histories } from './history.ts'
import type { OpenMirror } from './mirror.ts'
import type { Outbox } from './outbox.ts'
import type { Platform } from './platform.ts'
import type { Target } from './target.ts'

interface Parts {
  ask: Calls['ask']
  mirror: OpenMirror
  conversations: Conversations
  outbox: Outbox
  histories: Histories
  failures: Failures
  platform: Platform
  sourceDevice: string | undefined
}

/** What a draft says when it is sent. */
export interface Message {
  type: 'note' | 'link'
  title?: string
  body?: string
  url?: string
}

export function openPushes(parts: Parts): PushActions {
  const { ask, mirror, conversations, outbox, histories, failures, platform, sourceDevice } = parts
  const dismissed = new Set<string>()

  return {
    send(draft, target) {
      const message = readDraft(draft)
      if (!message) return undefined
      const recipient = recipientOf(target)
      const guid = platform.unique()
      const source = sourceDevice === undefined ? {} : { source_device_iden: sourceDevice }
      const newest = conversations.of(recipient.email ? `email:${target?.key}` : 'self').newest()
      outbox.add({ guid, ...message, ...recipient, ...source }, newest)
      return guid
    },
    retry: outbox.retry,
    discard: outbox.discard,
    async delete(iden, options) {
      const deleted = await failures.attempt('deleting', 'Push', () => ask(deletePush, { iden }, options))
      if (deleted) mirror.remove('pushes', iden)
    },
    async dismiss(iden) {
      if (dismissed.has(iden) || mirror.of('pushes').get().rows.get(iden)?.dismissed) return
      dismissed.add(iden)
      const done = await failures.attempt('updating', 'Push', async () => {
        mirror.take('pushes', await ask(updatePush, { iden, dismissed: true }))
      })
      if (!done) dismissed.delete(iden)
    },
    history: histories.of,
    loadMore: histories.loadMore,
  }
}

/** What there is to send of a draft, or undefined when it is empty. A body that is one http(s) link becomes the url. */
export function readDraft(draft: Draft): Message | undefined {
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

/** The fields that address a push; none of them means all own devices. @throws Refusal `no_recipient` */
function recipientOf(target: Target | undefined): { device_iden?: string; email?: string } {
  if (target?.type === 'me') return {}
  if (target?.type === 'device') return { device_iden: target.key }
  // By its '@' alone, as everywhere.
  if (target?.key.includes('@')) return { email: target.key }
  throw new Refusal('no_recipient')
}
