// Applies the rules of files: names, addresses, pieces, storage limits, and what a browser may display.

import { limits, plainName, Refusal } from '@waypost/protocol'
import type { Allowed } from '../plan/rules.ts'

/** How many characters of a name are part of the address; the full name is sent with the file. */
const maxLengthInUrl = 200

/** Types that a browser may display because they run no code. All others are downloads. */
const shown = new Set(
  [
    'image/png image/jpeg image/gif image/webp image/avif',
    'video/mp4 video/webm video/ogg',
    'audio/mpeg audio/mp4 audio/webm audio/ogg audio/wav audio/x-wav text/plain',
  ].flatMap((types) => types.split(' ')),
)

/** The name of a file without its folders: some programs send the whole path. */
export function fileNameOf(path: string): string {
  const name = plainName(path).toWellFormed().split(/[/\\]/).at(-1)?.trim() ?? ''
  return name === '' || name === '.' || name === '..' ? 'file' : name
}

/** The address of a file. The name in it is only for display: the key identifies the file. */
export function fileUrl(origin: string, key: string, name: string): string {
  return `${origin}/files/${key}/${encodeURIComponent(name.slice(-maxLengthInUrl).toWellFormed())}`
}

/** The key in an address of one of our files; undefined for any other address. */
export function keyOfUrl(origin: string, url: string): string | undefined {
  if (!url.startsWith(`${origin}/files/`)) return undefined
  return /^([A-Za-z0-9]{16,64})\/[^/]*$/.exec(url.slice(origin.length + '/files/'.length))?.[1]
}

export const isPicture = (type: string) => /^image\//i.test(type)

/** How many pieces a file of a size has. */
export const pieceCount = (size: number) => Math.ceil(size / limits.pieceSize)

/** The size of a piece in bytes; undefined for an invalid index. */
export function sizeOfPiece(size: number, index: number): number | undefined {
  if (!(index < pieceCount(size))) return undefined
  return Math.min(limits.pieceSize, size - index * limits.pieceSize)
}

/** @throws Refusal `upload_incomplete` that names the missing pieces of `count` */
export function checkComplete(count: number, there: readonly number[]): void {
  const present = new Set(there)
  const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !present.has(index))
  if (missing.length === 0) return
  const named = missing.slice(0, 20).join(', ') + (missing.length > 20 ? ` and ${missing.length - 20} more` : '')
  throw new Refusal('upload_incomplete', `Pieces of the upload are missing: ${named}. Send them and finish again.`)
}

/** The refusal of a file that is larger than any may be: the plan allows no such file, or the storage of the account is smaller. */
export const fileRefused = (allowed: Allowed, used: number): Refusal =>
  allowed.fileBytes < allowed.storageBytes ? fileTooBig(allowed) : storageFull(allowed, used)

/** Clients look for the first sentence. */
function fileTooBig({ fileBytes, withPro }: Allowed): Refusal {
  const more = withPro && fileBytes < withPro.fileBytes ? `; with Pro up to ${sizeInWords(withPro.fileBytes)}` : ''
  return new Refusal('file_too_big', `File is too big. A file may have up to ${sizeInWords(fileBytes)}${more}.`)
}

export function storageFull({ storageBytes, withPro }: Allowed, used: number): Refusal {
  const upgrade =
    withPro && storageBytes < withPro.storageBytes ? `, or upgrade to Pro for ${sizeInWords(withPro.storageBytes)}` : ''
  return new Refusal(
    'storage_quota',
    `The storage of this account is full: ${sizeInWords(used)} of ${sizeInWords(storageBytes)} are used. Delete some messages or files${upgrade}.`,
  )
}

/** A size in whole units, rounded up so that usage is never understated. */
function sizeInWords(bytes: number): string {
  const [unit, name] = bytes >= 2 ** 30 ? [2 ** 30, 'GB'] : [2 ** 20, 'MB']
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`
}

/** The headers of a file: the uploader's media type, and whether a browser may display it. */
export function servedAs(type: string, name: string): { 'content-type': string; 'content-disposition': string } {
  const [base = '', ...parameters] = type.toLowerCase().split(';')
  const plain = base.trim()
  const known = shown.has(plain)
  // Of the parameters only the character set of texts matters.
  const charset = /^\s*charset=([a-z0-9_-]{1,40})\s*$/.exec(parameters.join(';'))?.[1] ?? (plain === 'text/plain' ? 'utf-8' : '')
  const readable = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(plain) ? plain : 'application/octet-stream'
  return {
    'content-type': charset && readable === plain ? `${readable}; charset=${charset}` : readable,
    'content-disposition': disposition(known ? 'inline' : 'attachment', name),
  }
}

/** RFC 6266: an ASCII name for old programs, and the full one for all others. */
function disposition(kind: string, name: string): string {
  const clean = name.toWellFormed().replace(/\p{Cc}/gu, ' ')
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * Parses a `Range` header.
 * @returns undefined for the whole file (also for several ranges, which need not be supported); `none` for an unsatisfiable range
 */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'none' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const count = Math.min(Number(to), size)
    return count === 0 ? 'none' : { start: size - count, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'none' : { start, end }
}
