import { pieceBytes, plainName, Refusal, withCommas } from '@waypost/protocol'
import type { Allowed } from '../plan/rules.ts'

/** How many characters of the name are part of the URL; the full name is sent with the file. */
const maxLengthInUrl = 200

/** The name of a file without its folders: some programs send the whole path. */
export function fileNameOf(path: string): string {
  const name = plainName(path).toWellFormed().split(/[/\\]/).at(-1)?.trim() ?? ''
  return name === '' || name === '.' || name === '..' ? 'file' : name
}

/** The address of a file. The name in it is only for display: the key identifies the file. */
export function fileUrl(origin: string, key: string, name: string): string {
  return `${origin}/files/${key}/${encodeURIComponent(name.slice(-maxLengthInUrl).toWellFormed())}`
}

/** The key in the URL of one of our files; undefined for any other URL. */
export function keyOfUrl(origin: string, url: string): string | undefined {
  if (!url.startsWith(`${origin}/files/`)) return undefined
  return /^([A-Za-z0-9]{16,64})\/[^/]*$/.exec(url.slice(origin.length + '/files/'.length))?.[1]
}

export const isPicture = (type: string) => /^image\//i.test(type)

/** The number of pieces for a file size. */
export const pieceCount = (size: number) => Math.ceil(size / pieceBytes)

/** The size of a piece in bytes; undefined for an invalid index. */
export function sizeOfPiece(size: number, index: number): number | undefined {
  if (!(index < pieceCount(size))) return undefined
  return Math.min(pieceBytes, size - index * pieceBytes)
}

/** @throws Refusal `upload_incomplete` that names the missing pieces of `count` */
export function checkComplete(count: number, there: readonly number[]): void {
  const present = new Set(there)
  const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !present.has(index))
  if (missing.length === 0) return
  const named = missing.slice(0, 20).join(', ') + (missing.length > 20 ? ` and ${missing.length - 20} more` : '')
  throw new Refusal('upload_incomplete', `Pieces of the upload are missing: ${named}. Send them and finish again.`)
}

/** The refusal of a file that is too large for the plan, or for the account's whole storage. */
export const fileRefused = (allowed: Allowed, used: number): Refusal =>
  allowed.fileBytes < allowed.storageBytes ? fileTooBig(allowed) : storageFull(allowed, used)

/** Clients check for the first sentence. */
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

/** The refusal of a file if the account has reached its maximum number. */
export function tooManyFiles({ files, withPro }: Allowed): Refusal {
  const upgrade = withPro && files < withPro.files ? ` With Pro it may have ${withCommas(withPro.files)}.` : ''
  return new Refusal(
    'storage_quota',
    `This account has ${withCommas(files)} files, as many as it may have. Delete some messages with files; files that nothing names go by themselves after a week.${upgrade}`,
  )
}

/** A size in whole units, rounded up so that usage is never understated. */
function sizeInWords(bytes: number): string {
  const [unit, name] = bytes >= 2 ** 30 ? [2 ** 30, 'GB'] : [2 ** 20, 'MB']
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`
}
