import { type Action, type createPush, givenFields, isBlank, Refusal, type Taken } from '@waypost/protocol'
import { randomDigits } from '../tokens.ts'
import { fileNameOf } from '../upload/rules.ts'
import type { PushRow } from './row.ts'

/** The input of `createPush`, with additions from foreign interfaces. */
export interface NewPush extends Taken<typeof createPush> {
  /** The id that the sender of a waiting message was given. */
  message_id?: string | undefined
  /** Fields that the receiving interface returns to its subscribers unchanged. */
  foreign?: Record<string, unknown> | undefined
}

export type Content = Pick<
  PushRow,
  | 'type'
  | 'title'
  | 'body'
  | 'url'
  | 'file_name'
  | 'file_type'
  | 'file_url'
  | 'file_size'
  | 'image_url'
  | 'image_width'
  | 'image_height'
  | 'display'
>

/** The content of a push as columns. The name and lines of address and list pushes are stored as title and body. */
export function contentOf(input: NewPush): Content {
  const type = input.type ?? impliedType(input)
  return {
    type,
    title: input.title ?? (type === 'address' ? input.name : undefined) ?? null,
    body:
      input.body ??
      (type === 'address' ? input.address : undefined) ??
      (type === 'list' ? input.items?.join('\n') : undefined) ??
      null,
    url: input.url ?? null,
    file_name: input.file_name === undefined ? null : fileNameOf(input.file_name),
    file_type: input.file_type ?? null,
    file_url: input.file_url ?? null,
    // Set from the upload, not from the sender's claim.
    file_size: null,
    image_url: input.image_url ?? (input.file_type?.startsWith('image/') ? input.file_url : undefined) ?? null,
    image_width: input.image_width ?? null,
    image_height: input.image_height ?? null,
    display: displayOf(input),
  }
}

function impliedType({ file_url, url }: NewPush): Content['type'] {
  if (file_url) return 'file'
  return url ? 'link' : 'note'
}

function displayOf(input: NewPush): string | null {
  const facts: Record<string, unknown> = {}
  for (const name of displayed) if (input[name] !== undefined) facts[name] = input[name]
  if (Object.keys(facts).length === 0) return null
  return JSON.stringify(input.actions ? { ...facts, actions: withIds(input.actions) } : facts)
}

const displayed = [...(Object.keys(givenFields) as (keyof typeof givenFields)[]), 'expires' as const]

function withIds(actions: readonly Action[]): Action[] {
  const taken = new Set<string>()
  return actions.map((action) => {
    const id = action.id && !taken.has(action.id) ? action.id : randomDigits(10)
    taken.add(id)
    return { ...action, id }
  })
}

/** Refuses a push without content: one without any text, or a link or file without an address. @throws Refusal `invalid_param` */
export function checkContent(content: Content): void {
  const has = (name: 'title' | 'body' | 'url' | 'file_url') => !isBlank(content[name] ?? '')
  if (content.type === 'link' && !has('url')) throw Refusal.param('url', 'A link needs a url.')
  if (content.type === 'file' && !has('file_url'))
    throw Refusal.param('file_url', 'A file needs the file_url that its upload answered.')
  if (!has('title') && !has('body') && !has('url') && !has('file_url'))
    throw Refusal.param('body', 'There is nothing to send: give a title, a body, a url or a file_url.')
}

/** Bytes of a row besides its texts: fixed-size columns and index entries. */
const rowBytes = 512

/** The bytes that a push counts towards storage. */
export function bytesOf(content: Content & Partial<Pick<PushRow, 'foreign_fields'>>): number {
  let bytes = rowBytes
  for (const name of countedTexts) bytes += Buffer.byteLength(content[name] ?? '')
  return bytes
}

const countedTexts = [
  'title',
  'body',
  'url',
  'file_name',
  'file_type',
  'file_url',
  'image_url',
  'display',
  'foreign_fields',
] as const
