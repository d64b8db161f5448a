/** The zoom of a picture: the scale relative to its fitted size, and the offset of its centre from the frame's, in pixels. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** The whole picture, centered. */
export const fitted: Zoom = { scale: 1, x: 0, y: 0 }

const largest = 8

/** The size at which a picture fits into its frame; small pictures are not enlarged. */
export function fittedSize(picture: Size, frame: Size): Size {
  if (picture.width <= 0 || picture.height <= 0) return frame
  const scale = Math.min(1, frame.width / picture.width, frame.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** Zooms by a factor around `point` (relative to the frame's center), as far as the picture's edges allow. */
export function zoomAt(zoom: Zoom, factor: number, point: Point, picture: Size, frame: Size): Zoom {
  const scale = Math.min(largest, Math.max(1, zoom.scale * factor))
  const grown = scale / zoom.scale
  const moved = { scale, x: point.x - (point.x - zoom.x) * grown, y: point.y - (point.y - zoom.y) * grown }
  return clamped(moved, picture, frame)
}

/** Moves the picture; its edges stay outside the frame. */
export function panBy(zoom: Zoom, by: Point, picture: Size, frame: Size): Zoom {
  return clamped({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, picture, frame)
}

/** Toggles between the whole picture and a closer view of a point. */
export function toggled(zoom: Zoom, point: Point, picture: Size, frame: Size): Zoom {
  return zoom.scale > 1 ? fitted : zoomAt(zoom, 2.5, point, picture, frame)
}

function clamped({ scale, x, y }: Zoom, picture: Size, frame: Size): Zoom {
  const { width, height } = fittedSize(picture, frame)
  const within = (offset: number, most: number) => Math.min(most, Math.max(-most, offset)) || 0
  return {
    scale,
    x: within(x, Math.max(0, (width * scale - frame.width) / 2)),
    y: within(y, Math.max(0, (height * scale - frame.height) / 2)),
  }
}
