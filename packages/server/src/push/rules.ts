import { type createPush, Refusal, type Taken } from '@waypost/protocol'
import { fileNameOf } from '../upload/rules.ts'
import type { PushRow } from './rows.ts'

type Input = Taken<typeof createPush>

/** Who a push goes to, as the caller named it. At most one may be named; none means all own devices. */
export type Recipient =
  | { kind: 'self' }
  | { kind: 'device'; iden: string }
  | { kind: 'email'; email: string }
  | { kind: 'channel'; tag: string }
  | { kind: 'client'; iden: string }

/** @throws Refusal `invalid_param` naming the second recipient */
export function parseRecipient({ device_iden, email, channel_tag, client_iden }: Input): Recipient {
  const named: [param: string, recipient: Recipient][] = []
  if (device_iden) named.push(['device_iden', { kind: 'device', iden: device_iden }])
  if (email) named.push(['email', { kind: 'email', email }])
  if (channel_tag) named.push(['channel_tag', { kind: 'channel', tag: channel_tag }])
  if (client_iden) named.push(['client_iden', { kind: 'client', iden: client_iden }])
  const [first, second] = named
  if (second) throw Refusal.param(second[0], 'Name one recipient at most: device_iden, email, channel_tag or client_iden.')
  return first?.[1] ?? { kind: 'self' }
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
>

/** What a push says, in columns. The name and lines of address and list pushes are kept as title and body. */
export function contentOf(input: Input): Content {
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
    // What a sender claims is not taken for it: the upload knows.
    file_size: null,
    image_url: input.image_url ?? (input.file_type?.startsWith('image/') ? input.file_url : undefined) ?? null,
    image_width: input.image_width ?? null,
    image_height: input.image_height ?? null,
  }
}

/**
 * Refuses a push that would arrive blank: without words, or a link or file that leads nowhere.
 * @throws Refusal `invalid_param`
 */
export function checkContent(content: Content): void {
  const has = (name: 'title' | 'body' | 'url' | 'file_url') => (content[name] ?? '').trim() !== ''
  if (content.type === 'link' && !has('url')) throw Refusal.param('url', 'A link needs a url.')
  if (content.type === 'file' && !has('file_url'))
    throw Refusal.param('file_url', 'A file needs the file_url that its upload answered.')
  if (!has('title') && !has('body') && !has('url') && !has('file_url'))
    throw Refusal.param('body', 'There is nothing to send: give a title, a body, a url or a file_url.')
}

/** What a row takes beside its texts: its columns of fixed size, and its places in the indexes. */
const rowBytes = 512

/** How many bytes of storage a push counts for. */
export function bytesOf(content: Content): number {
  let bytes = rowBytes
  for (const name of countedTexts) bytes += Buffer.byteLength(content[name] ?? '')
  return bytes
}

const countedTexts = ['title', 'body', 'url', 'file_name', 'file_type', 'file_url', 'image_url'] as const

/** A push whose sender named no type is what its fields make of it. */
function impliedType({ file_url, url }: Input): Content['type'] {
  if (file_url) return 'file'
  return url ? 'link' : 'note'
}
