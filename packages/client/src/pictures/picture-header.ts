import { isLargePicture } from './large-picture.ts'

interface Size {
  width: number
  height: number
}

/** How many bytes are read: in a JPEG with an embedded preview the size comes late. */
const most = 256 * 1_024

/** The size in the header of a PNG, JPEG, GIF, WebP, AVIF, BMP or ICO picture; undefined for anything else. */
export async function headerSize(file: Blob): Promise<Size | undefined> {
  return sizeIn(new DataView(await file.slice(0, most).arrayBuffer()))
}

/** Whether a base64 `data:` URL is a picture that is too large, or of unreadable size. */
export function isLargeInline(address: string): boolean {
  try {
    const start = atob(address.slice(address.indexOf(',') + 1).slice(0, 4 * Math.ceil(most / 3)))
    const size = sizeIn(new DataView(Uint8Array.from(start, (sign) => sign.charCodeAt(0)).buffer))
    return !size || isLargePicture(size.width, size.height)
  } catch {
    return true
  }
}

/** Whether a picture is too large according to its file header. */
export async function isLargeFile(file: Blob): Promise<boolean> {
  const size = await headerSize(file).catch(() => undefined)
  return isLargePicture(size?.width, size?.height)
}

function sizeIn(view: DataView): Size | undefined {
  const text = (at: number, length: number) =>
    String.fromCharCode(
      ...Array.from({ length: Math.max(0, Math.min(length, view.byteLength - at)) }, (_, index) => view.getUint8(at + index)),
    )
  const has = (bytes: number) => view.byteLength >= bytes
  if (has(24) && text(1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) }
  if (has(13) && text(0, 3) === 'GIF') return sizeOfGif(view)
  if (has(32) && /^ftyp(avi[fs]|mif1|msf1|miaf)$/.test(text(4, 8))) return sizeOfAvif(view)
  // None of its pictures has more than 256 pixels a side.
  if (has(6) && view.getUint32(0) === 0x00000100) return { width: 256, height: 256 }
  if (has(26) && text(0, 2) === 'BM')
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
  if (has(30) && text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return sizeOfWebp(view, text(12, 4))
  return has(4) && view.getUint16(0) === 0xffd8 ? sizeOfJpeg(view) : undefined
}

/** Browsers make the canvas as large as the first frame. */
function sizeOfGif(view: DataView): Size | undefined {
  const canvas = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  const colors = view.getUint8(10)
  for (let at = 13 + (colors & 0x80 ? 3 << ((colors & 7) + 1) : 0); at + 9 <= view.byteLength; ) {
    const block = view.getUint8(at)
    if (block === 0x2c)
      return {
        width: Math.max(canvas.width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true)),
        height: Math.max(canvas.height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true)),
      }
    if (block !== 0x21) return undefined
    // An extension: length-prefixed sub-blocks, up to an empty one.
    for (at += 2; at < view.byteLength && view.getUint8(at) !== 0; ) at += view.getUint8(at) + 1
    at++
  }
  return undefined
}

/** The largest of its pictures: the file may contain small ones too. */
function sizeOfAvif(view: DataView): Size | undefined {
  let largest: Size | undefined
  for (let at = 0; at + 16 <= view.byteLength; at++) {
    if (view.getUint32(at) !== 0x69737065) continue // ispe
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function sizeOfWebp(view: DataView, kind: string): Size | undefined {
  const at24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  if (kind === 'VP8X') return { width: at24(24) + 1, height: at24(27) + 1 }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return undefined
}

/** The size is in the frame header (SOF), after any number of other segments. */
function sizeOfJpeg(view: DataView): Size | undefined {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // Fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}
