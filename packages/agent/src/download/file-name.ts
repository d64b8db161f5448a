import { parse } from 'node:path'
import { isName, shownName } from '../remote-files/names.ts'

/** The longest name that common file systems accept, in bytes, leaving room for a number. */
const maxLength = 240

/** Returns a safe name for a received file: similar to its own, but never a path, a hidden file, or a name that a platform reserves. */
export function safeName(name: string, platform = process.platform): string {
  const last = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
  const plain = shownName(last.toWellFormed())
    .replaceAll('\ufffd', '_')
    .replace(/[:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const short = shortened(plain)
  if (isName(short, platform) && isName(short, 'win32')) return short
  return shortened(`file ${short}`.trim())
}

/** The name of another file with the same name. */
export function numberedName(name: string, count: number): string {
  if (count === 0) return name
  const { name: stem, ext } = parse(name)
  return `${stem} (${count})${ext}`
}

/** Shortens a name in the middle, keeping its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxLength) return name
  const { name: stem, ext } = parse(name)
  const ending = Buffer.byteLength(ext) <= 20 ? ext : ''
  const room = maxLength - Buffer.byteLength(ending)
  const all = [...(ending === '' ? name : stem)]
  // The middle letters would all be removed anyway, one at a time.
  const letters = all.length > 2 * room ? [...all.slice(0, room), ...all.slice(-room)] : all
  while (Buffer.byteLength(letters.join('')) > room) letters.splice(Math.floor(letters.length / 2), 1)
  return letters.join('') + ending
}
