/** In pixels. */
interface Size {
  width: number
  height: number
}

/** A part of a picture: its corner and size, as fractions of the picture from 0 to 1. */
export interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** The edits of a picture before it is sent. */
export interface PictureEdit {
  /** Quarter turns clockwise, 0 to 3. */
  turns: number
  /** The crop area within the rotated picture; all of it if missing. */
  crop?: Part | undefined
}

/** The size of the whole rotated picture, and the corner and size of the visible part. */
interface Drawing {
  whole: Size
  corner: { x: number; y: number }
  shown: Size
}

export const unedited: PictureEdit = { turns: 0 }

export const isEdited = ({ turns, crop }: PictureEdit): boolean => turns !== 0 || crop !== undefined

/** The choices for the longest side, in pixels. */
export const longestSides = [2_048, 1_280, 640] as const

/** Browsers can't draw larger pictures; iOS has the lowest limit. */
const mostPixels = 16_000_000

/** Rotates by another quarter turn, keeping the crop area. */
export function turned({ turns, crop }: PictureEdit, way: 'left' | 'right'): PictureEdit {
  const right = way === 'right'
  return {
    turns: (turns + (right ? 1 : 3)) % 4,
    crop: crop && {
      x: right ? 1 - crop.y - crop.height : crop.y,
      y: right ? crop.x : 1 - crop.x - crop.width,
      width: crop.height,
      height: crop.width,
    },
  }
}

/**
 * How to draw an edited picture.
 * @param picture its original size
 * @param longest the maximum length of a side of the visible area, in pixels
 */
export function drawingOf(picture: Size, { turns, crop }: PictureEdit, longest = Number.POSITIVE_INFINITY): Drawing {
  const across = turns % 2 === 1
  const whole = { width: across ? picture.height : picture.width, height: across ? picture.width : picture.height }
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const part = { width: whole.width * width, height: whole.height * height }
  const scale = Math.min(1, longest / Math.max(part.width, part.height), Math.sqrt(mostPixels / (part.width * part.height)))
  const pixels = (length: number) => Math.max(1, Math.round(length * scale))
  return {
    whole: { width: whole.width * scale, height: whole.height * scale },
    corner: { x: whole.width * x * scale, y: whole.height * y * scale },
    shown: { width: pixels(part.width), height: pixels(part.height) },
  }
}
