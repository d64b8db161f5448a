import type { HistoryItem } from '@waypost/client'
import { hostOf, isLink } from '@waypost/client/words/short-links'
import type { Push } from '@waypost/protocol'
import { createContext } from 'react'
import { secureImage } from '../../browser/images.ts'
import { pixelDensity } from '../../browser/media.ts'
import { isSafari } from '../../browser/system.ts'
import type { Picture } from '../../ui/viewer/PictureViewer.tsx'
import { previewOf } from '../files.ts'

/** Opens a picture in the viewer, by the key of its item. */
export const ShowPicture = createContext<((key: string) => void) | undefined>(undefined)

/** Whether an item has a file that is uploaded or being uploaded. */
export const isFile = ({ push, state }: HistoryItem): boolean =>
  push.type === 'file' && (isLink(push.file_url) || (state !== 'settled' && push.file_name !== undefined))

export const fileNameOf = (push: Push): string => push.file_name ?? push.title ?? hostOf(fileUrlOf(push) ?? '')

export const fileUrlOf = ({ file_url }: Push): string | undefined => (isLink(file_url) ? file_url : undefined)

/** The picture that an item shows, if any. */
export function pictureOf(item: HistoryItem): Picture | undefined {
  const { key, push } = item
  if (push.type === 'link' && isLink(push.url)) return remote(key, push, push.title ?? hostOf(push.url))
  if (!isFile(item) || !isDrawnType(push.file_type)) return undefined
  const name = fileNameOf(push)
  const url = fileUrlOf(push)
  const preview = previewOf(item)
  if (!preview?.picture) return url && !preview ? remote(key, push, name, url) : undefined
  const { picture } = preview
  // A busy browser may not have measured the picture in time; the server has.
  const { width = push.image_width, height = push.image_height } = picture
  return { key, name, src: picture.url, width, height, original: url ?? picture.url }
}

/** Picture types that no browser draws, or only some. */
const undrawn = /^image\/(hei[cf]|tiff?\b|jxl|jp[2mx]|x-(?!icon|png|ms-bmp)|vnd\.(?!microsoft\.icon|mozilla\.apng))/i

/** Safari draws iPhone formats, too. */
const isDrawnType = (type = '') => !undrawn.test(type) || (/^image\/(hei[cf]|tiff?)\b/i.test(type) && isSafari())

function remote(key: string, push: Push, name: string, original?: string): Picture | undefined {
  const image = secureImage(push.image_url)
  if (!isLink(image)) return undefined
  const size = { ...(push.image_width && { width: push.image_width }), ...(push.image_height && { height: push.image_height }) }
  return { key, name, src: pictureFor(image, size, pixelDensity()), ...size, original: original ?? image }
}

/** In CSS pixels. Larger pictures are requested in this size if their host can resize them. */
const threshold = 480
/** Hosts that resize pictures whose URL ends in `=s<pixels>`. */
const sizesByEnding = /(^|\.)(googleusercontent\.com|ggpht\.com)$/

/** The URL of a picture in the size a conversation needs. `size` is the original size, `density` the device pixels per CSS pixel. */
export function pictureFor(address: string, size: { width?: number; height?: number }, density: number): string {
  const wanted = Math.round(threshold * density)
  const known = Math.max(size.width ?? 0, size.height ?? 0)
  if ((known > 0 && known <= wanted) || !URL.canParse(address)) return address
  const url = new URL(address)
  if (!sizesByEnding.test(url.hostname)) return address
  return `${address.replace(/=[swh]\d+(-[a-z\d]+)*$/, '')}=s${wanted}`
}
