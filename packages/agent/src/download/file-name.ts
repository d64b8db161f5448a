import { parse } from 'node:path'
import { isName, shownName } from '../remote-files/names.ts'

/** Bytes of a name that every usual file system takes, less what a number at its end needs. */
const longest = 240

/**
 * The name under which a file that somebody sent is saved: close to its own, and never a way out of the folder, a hidden file, or what a
 * platform keeps for itself.
 */
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

/** The name of a further file with the same name. */
export function numberedName(name: string, count: number): string {
  if (count === 0) return name
  const { name: stem, ext } = parse(name)
  return `${stem} (${count})${ext}`
}

/** A name with its middle left out where it is too long; its ending, which says what it is, stays. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longest) return name
  const { name: stem, ext } = parse(name)
  const ending = Buffer.byteLength(ext) <= 20 ? ext : ''
  const room = longest - Buffer.byteLength(ending)
  const letters = [...(ending === '' ? name : stem)]
  while (Buffer.byteLength(letters.join('')) > room) letters.splice(Math.floor(letters.length / 2), 1)
  return letters.join('') + ending
}
