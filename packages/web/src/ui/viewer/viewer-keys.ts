import type { Point } from './zoom.ts'

type KeyAct =
  | { kind: 'zoom'; factor: number }
  /** Shows the whole picture. */
  | { kind: 'fit' }
  /** In pixels. */
  | { kind: 'pan'; by: Point }
  | { kind: 'go'; by: 1 | -1 }

/** How far a key moves a zoomed picture, in pixels. */
const step = 80
/** The factor of a button or a key. */
export const zoomStep = 1.5

const pans: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: step, y: 0 },
  ArrowRight: { x: -step, y: 0 },
  ArrowUp: { x: 0, y: step },
  ArrowDown: { x: 0, y: -step },
}

/** What a key does; undefined for keys that do nothing. The arrows move a zoomed picture; otherwise those to the sides turn the pages. */
export function actOfKey(key: string, isZoomed: boolean, isRightToLeft: boolean): KeyAct | undefined {
  const by = pans[key]
  if (by && isZoomed) return { kind: 'pan', by }
  switch (key) {
    case '+':
    case '=':
      return { kind: 'zoom', factor: zoomStep }
    case '-':
      return { kind: 'zoom', factor: 1 / zoomStep }
    case '0':
      return { kind: 'fit' }
    case 'PageDown':
      return { kind: 'go', by: 1 }
    case 'PageUp':
      return { kind: 'go', by: -1 }
    case 'ArrowRight':
      return { kind: 'go', by: isRightToLeft ? -1 : 1 }
    case 'ArrowLeft':
      return { kind: 'go', by: isRightToLeft ? 1 : -1 }
    default:
      return undefined
  }
}
