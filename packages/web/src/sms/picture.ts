import type { FileSource } from '@waypost/client'
import { takesPicture } from '@waypost/client/sms'
import { type Device, isGatewayPhone } from '@waypost/protocol'
import { pictureSize, redrawn } from '../browser/files/drawing.ts'
import { pictureOf } from '../browser/files/local-picture.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import { i18n } from '../ui/language.ts'
import { textAttach } from './en.ts'

const messages = i18n('text-attach', textAttach)

/** In pixels. */
const maxSide = 1_536
/** How long to wait for the size of a picture, in milliseconds. */
const pictureWithin = 2_000

/** The local picture shown until the sent one arrives. */
export interface Preview {
  url: string
  width?: number
  height?: number
}

/** The pictures that a phone can send. Other files are left out, with a toast. */
export function takenBy(phone: Device, files: readonly File[]): readonly File[] {
  const t = messages.get()
  const taken = files.filter(({ type }) => takesPicture(phone, type))
  if (taken.length < files.length) showToast(phone.has_mms ? t.onlyPictures : isGatewayPhone(phone) ? t.noneByApp : t.none)
  return taken
}

/** Resizes pictures for the phone. Files that it can't send, and files that aren't pictures, are left out, with a toast. */
export async function picturesFor(phone: Device, files: readonly File[]): Promise<FileSource[]> {
  const pictures = await Promise.all(takenBy(phone, files).map(pictureSource))
  if (pictures.includes(undefined)) showToast(messages.get().broken)
  return pictures.filter((picture) => picture !== undefined)
}

/** Prepares a PNG or JPEG for sending: no side is longer than 1536 pixels. Undefined if the file is not a picture. */
export async function pictureSource(file: File): Promise<FileSource | undefined> {
  const size = await pictureSize(file)
  if (!size) return undefined
  const shown = fitted(size.width, size.height)
  const smaller = shown.width === size.width ? file : await redrawn(file, 0, { whole: shown, corner: { x: 0, y: 0 }, shown })
  const { name, type } = smaller
  const preview = await pictureOf(smaller, pictureWithin)
  return {
    name,
    type,
    size: smaller.size,
    slice: (start, end) => smaller.slice(start, end),
    ...(preview && { preview }),
  }
}

/** Scales a size so that no side is longer than `longest`, in pixels. */
export function fitted(width: number, height: number, longest = maxSide): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
