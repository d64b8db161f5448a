import { conversationOf, type createPush, normalizeEmail, type Push, type Takes } from '@waypost/protocol'
import { isRecord, readObject } from '../ground/objects.ts'

export type PushFields = Takes<typeof createPush>

/** A push that the server does not have yet, or refused. */
export interface Ghost {
  readonly guid: string
  readonly fields: PushFields
  /** How the push is shown until the server's version arrives. */
  readonly push: Push
  readonly conversation: string
  /** The server's message, if it was refused. */
  readonly error?: string
  /** Why it waits although there is a network: the account has hit a rate limit, or the server is unavailable. */
  readonly waits?: 'ratelimited' | 'unavailable'
  /** The iden of the channel it goes to. */
  readonly channel?: string
  /** The mirror's baseline when it was first sent without its guid. */
  readonly tried?: number
  /** Size of its file in bytes. */
  readonly size?: number
  /** Set until its file is uploaded. */
  readonly upload?: GhostUpload
  /** 0 to 1, only in the window that holds the file. */
  readonly progress?: number
  /** No open window holds the file. */
  readonly lost?: boolean
  readonly preview?: unknown
}

export interface GhostUpload {
  /** The window that holds the file. */
  window: string
  /** The window is storing the file. The ghost stays hidden until then, because the file would be lost with the window. */
  storing?: boolean
  /** The upload on the server, once there is one. */
  id?: string
}

/** Whether a ghost may be shown: its file would survive the window. */
export const isShown = ({ upload }: Ghost): boolean => upload?.storing !== true

/** Builds a ghost from the fields to send. `created` is in seconds. */
export function ghostOf(fields: PushFields & { guid: string }, created: number, channel?: string): Ghost {
  const { device_iden, email, channel_tag: _tag, client_iden, source_iden, source_device_iden, ...content } = fields
  const push = readObject('pushes', {
    ...content,
    iden: 'ghost',
    active: true,
    created,
    modified: created,
    direction: source_iden !== undefined ? 'incoming' : email === undefined ? 'self' : 'outgoing',
    receiver_email: email,
    receiver_email_normalized: email === undefined ? undefined : normalizeEmail(email),
    target_device_iden: device_iden,
    source_device_iden,
    client_iden,
    source_iden,
    channel_iden: channel,
  }) as Push
  const ghost: Ghost = { guid: fields.guid, fields, push: { ...push, iden: '' }, conversation: conversationOf(push) }
  return channel === undefined ? ghost : { ...ghost, channel }
}

/** Serializes a ghost without the fields of one window. `user` is the iden of the account that sends it. */
export function ghostText({ guid, fields, push, error, waits, channel, tried, size, upload }: Ghost, user?: string): string {
  return JSON.stringify({ guid, user, created: push.created, fields, error, waits, channel, tried, size, upload })
}

/** Parses a saved ghost; undefined if it is malformed or belongs to another account. */
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
      ...(isRecord(upload) && typeof upload.window === 'string' && { upload: uploadOf(upload.window, upload) }),
    }
  } catch {
    return undefined
  }
}

/** The fields that go to the server. */
export function onlySent(fields: PushFields): PushFields {
  return Object.fromEntries(sentFields.filter((name) => fields[name]).map((name) => [name, fields[name]]))
}

/**
 * The guid by which an account may have sent a push. The guids of incoming pushes are chosen by their senders; a message of a source has
 * one only in its owner's box.
 */
export const ownGuid = ({ direction, source_iden, guid }: Push): string | undefined =>
  direction === 'incoming' && source_iden === undefined ? undefined : guid

/** Whether a push was created from this ghost, which was sent without its guid. */
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

const sentFields = [
  'guid',
  'type',
  'title',
  'body',
  'url',
  'file_name',
  'file_url',
  'file_type',
  'image_url',
  'forwarded_from',
  'image_width',
  'image_height',
  'album',
  'image_colors',
  'duration',
  'peaks',
  'device_iden',
  'email',
  'channel_tag',
  'client_iden',
  'source_iden',
  'source_device_iden',
  'reply_to',
  'send_at',
] as const satisfies readonly (keyof PushFields)[]
const contents = ['title', 'body', 'url', 'file_url'] as const

function uploadOf(window: string, { id, storing }: Record<string, unknown>): GhostUpload {
  return { window, ...(typeof id === 'string' && { id }), ...(storing === true && { storing }) }
}
