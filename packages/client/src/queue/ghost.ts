import { conversationOf, type createPush, normalizeEmail, type Push, type Takes } from '@waypost/protocol'
import { isRecord, readObject } from '../sync/objects.ts'

export type PushFields = Takes<typeof createPush>

/** A push that the server does not have yet, or will not take. */
export interface Ghost {
  readonly guid: string
  readonly fields: PushFields
  /** What it looks like until the server's own is here. */
  readonly push: Push
  /** The conversation it will be in. */
  readonly conversation: string
  /** The server's words, when it was refused. */
  readonly error?: string
  /** Why it waits although there is a network: the server takes no more from this account for now, or is not ready. */
  readonly waits?: 'ratelimited' | 'unavailable'
  /** The iden of the channel it goes to. */
  readonly channel?: string
  /** The mirror's baseline when it was first sent without its guid. */
  readonly tried?: number
  /** Bytes of its file. */
  readonly size?: number
  /** Its file is not up yet. */
  readonly upload?: GhostUpload
  /** 0 to 1, in the window that holds the file. */
  readonly progress?: number
  /** No window holds the file any more. */
  readonly lost?: boolean
  readonly preview?: unknown
}

export interface GhostUpload {
  /** The window that holds the file. */
  window: string
  /** The upload on the server, once there is one. */
  id?: string
}

/** Makes a ghost of what is to be sent. `created` is in seconds. */
export function ghostOf(fields: PushFields & { guid: string }, created: number, channel?: string): Ghost {
  const { device_iden, email, channel_tag: _tag, client_iden, source_device_iden, ...content } = fields
  const push = readObject('pushes', {
    ...content,
    iden: 'ghost',
    active: true,
    created,
    modified: created,
    direction: email === undefined ? 'self' : 'outgoing',
    receiver_email: email,
    receiver_email_normalized: email === undefined ? undefined : normalizeEmail(email),
    target_device_iden: device_iden,
    source_device_iden,
    client_iden,
    channel_iden: channel,
  }) as Push
  const ghost: Ghost = { guid: fields.guid, fields, push: { ...push, iden: '' }, conversation: conversationOf(push) }
  return channel === undefined ? ghost : { ...ghost, channel }
}

/** What is saved of a ghost: all but what lives in one window only. `user` is the iden of the account that sends it. */
export function ghostText({ guid, fields, push, error, waits, channel, tried, size, upload }: Ghost, user?: string): string {
  return JSON.stringify({ guid, user, created: push.created, fields, error, waits, channel, tried, size, upload })
}

/** Reads a saved ghost; undefined for anything else, also for one of another account. */
export function readGhost(text: string | undefined, user?: string): Ghost | undefined {
  try {
    const saved: unknown = JSON.parse(text ?? '')
    if (!isRecord(saved) || !isRecord(saved.fields)) return undefined
    if (user !== undefined && saved.user !== undefined && saved.user !== user) return undefined
    const { guid, created, fields, error, waits, channel, tried, size, upload } = saved
    if (typeof guid !== 'string' || typeof created !== 'number') return undefined
    return {
      ...ghostOf({ ...fields, guid }, created, typeof channel === 'string' ? channel : undefined),
      ...(typeof error === 'string' && { error }),
      ...((waits === 'ratelimited' || waits === 'unavailable') && { waits }),
      ...(typeof tried === 'number' && { tried }),
      ...(typeof size === 'number' && { size }),
      ...(isRecord(upload) && typeof upload.window === 'string' && { upload: uploadOf(upload.window, upload.id) }),
    }
  } catch {
    return undefined
  }
}

/** Whether a push is what became of a ghost that was sent without its guid. */
export function isMadeOf(push: Push, { channel, tried, fields }: Ghost): boolean {
  return (
    tried !== undefined &&
    channel !== undefined &&
    push.channel_iden === channel &&
    push.direction === 'self' &&
    push.guid === undefined &&
    push.created > tried &&
    contents.every((name) => (push[name] ?? '') === (fields[name] ?? ''))
  )
}

const contents = ['title', 'body', 'url', 'file_url'] as const

function uploadOf(window: string, id: unknown): GhostUpload {
  return typeof id === 'string' ? { window, id } : { window }
}
