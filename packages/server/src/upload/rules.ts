import { limits, Refusal } from '@waypost/protocol'
import type { Allowed } from '../plan/rules.ts'

/** Characters of a name that stand in an address; the whole of it is sent along with the file. */
const longestInAddress = 200

/** Types that a browser shows and that run nothing. All others are offered for saving. */
const shown = new Set(
  [
    'image/png image/jpeg image/gif image/webp image/avif',
    'video/mp4 video/webm video/ogg',
    'audio/mpeg audio/mp4 audio/webm audio/ogg audio/wav audio/x-wav text/plain',
  ].flatMap((types) => types.split(' ')),
)

/** The name of a file, of which programs may send the whole path. */
export function fileNameOf(path: string): string {
  const name = path.toWellFormed().split(/[/\\]/).at(-1)?.trim() ?? ''
  return name === '' || name === '.' || name === '..' ? 'file' : name
}

/** Where a file is fetched. What cannot be said in an address does not matter: the key alone finds it. */
export function fileUrl(origin: string, key: string, name: string): string {
  return `${origin}/files/${key}/${encodeURIComponent(name.slice(-longestInAddress).toWellFormed())}`
}

/** The key in an address of one of our files; undefined for any other address. */
export function keyOfUrl(origin: string, url: string): string | undefined {
  if (!url.startsWith(`${origin}/files/`)) return undefined
  return /^([A-Za-z0-9]{16,64})\/[^/]*$/.exec(url.slice(origin.length + '/files/'.length))?.[1]
}

export const isPicture = (type: string) => /^image\//i.test(type)

/** How many pieces a file of a size has. */
export const pieceCount = (size: number) => Math.ceil(size / limits.pieceSize)

/** Bytes of one piece; undefined when there is no such piece. */
export function sizeOfPiece(size: number, index: number): number | undefined {
  if (!(index < pieceCount(size))) return undefined
  return Math.min(limits.pieceSize, size - index * limits.pieceSize)
}

/** @throws Refusal `upload_incomplete` that names what is missing, for there are `count` pieces */
export function checkComplete(count: number, there: readonly number[]): void {
  const present = new Set(there)
  const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !present.has(index))
  if (missing.length === 0) return
  const named = missing.slice(0, 20).join(', ') + (missing.length > 20 ? ` and ${missing.length - 20} more` : '')
  throw new Refusal('upload_incomplete', `Pieces of the upload are missing: ${named}. Send them and finish again.`)
}

/** The first sentence is what clients look for. */
export function fileTooBig({ fileBytes }: Allowed): Refusal {
  const more = fileBytes < limits.pro.fileBytes ? `; with Pro up to ${sizeInWords(limits.pro.fileBytes)}` : ''
  return new Refusal('file_too_big', `File is too big. A file may have up to ${sizeInWords(fileBytes)}${more}.`)
}

export function storageFull({ storageBytes }: Allowed, used: number): Refusal {
  const upgrade = storageBytes < limits.pro.storageBytes ? `, or upgrade to Pro for ${sizeInWords(limits.pro.storageBytes)}` : ''
  return new Refusal(
    'storage_quota',
    `The storage of this account is full: ${sizeInWords(used)} of ${sizeInWords(storageBytes)} are used. Delete some messages or files${upgrade}.`,
  )
}

/** Whole units, as the plans are described; rounded up, so that what is used never looks smaller than it is. */
export function sizeInWords(bytes: number): string {
  const [unit, name] = bytes >= 2 ** 30 ? [2 ** 30, 'GB'] : [2 ** 20, 'MB']
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`
}

/** How a file is served: its type as the uploader said it, and whether a browser may show it. */
export function servedAs(type: string, name: string): { 'content-type': string; 'content-disposition': string } {
  const [base = '', ...parameters] = type.toLowerCase().split(';')
  const plain = base.trim()
  const known = shown.has(plain)
  // Parameters mean nothing here but the character set of a text.
  const charset = /^\s*charset=([a-z0-9_-]{1,40})\s*$/.exec(parameters.join(';'))?.[1] ?? (plain === 'text/plain' ? 'utf-8' : '')
  const readable = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(plain) ? plain : 'application/octet-stream'
  return {
    'content-type': charset && readable === plain ? `${readable}; charset=${charset}` : readable,
    'content-disposition': disposition(known ? 'inline' : 'attachment', name),
  }
}

/** RFC 6266: an ASCII name for old programs, and the real one for all others. */
function disposition(kind: string, name: string): string {
  const clean = name.toWellFormed().replace(/\p{Cc}/gu, ' ')
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * The part of a file that a `Range` header asks for.
 * @returns undefined for all of it (also where several parts are asked for, which we need not give); `none` when there is no such part
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
