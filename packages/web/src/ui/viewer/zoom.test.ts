import { describe, expect, it } from 'vitest'
import { fitted, fittedSize, panBy, toggled, zoomAt } from './zoom.ts'

const frame = { width: 400, height: 800 }
const wide = { width: 1_600, height: 800 }
const middle = { x: 0, y: 0 }

describe('a picture in the viewer', () => {
  it('fits into its frame; a small one is not blown up', () => {
    expect(fittedSize(wide, frame)).toEqual({ width: 400, height: 200 })
    expect(fittedSize({ width: 64, height: 64 }, frame)).toEqual({ width: 64, height: 64 })
    expect(fittedSize({ width: 0, height: 0 }, frame)).toEqual(frame)
  })

  it('zooms between the whole and eight times', () => {
    expect(zoomAt(fitted, 2, middle, wide, frame)).toEqual({ scale: 2, x: 0, y: 0 })
    expect(zoomAt(fitted, 100, middle, wide, frame).scale).toBe(8)
    expect(zoomAt({ scale: 2, x: 150, y: 0 }, 0.1, middle, wide, frame)).toEqual(fitted)
  })

  it('keeps the point under the fingers where it is', () => {
    const point = { x: 100, y: 0 }
    const zoom = zoomAt(fitted, 2, point, wide, frame)
    // A point 100 from the centre is 200 from it at twice the size, so the centre moves by -100.
    expect(zoom).toEqual({ scale: 2, x: -100, y: 0 })
    const closer = zoomAt(zoom, 2, point, wide, frame)
    expect((point.x - closer.x) / closer.scale).toBeCloseTo((point.x - zoom.x) / zoom.scale)
  })

  it('moves no further than its edges', () => {
    expect(panBy(fitted, { x: 50, y: 50 }, wide, frame)).toEqual(fitted)
    expect(panBy({ scale: 2, x: 0, y: 0 }, { x: 999, y: 999 }, wide, frame)).toEqual({ scale: 2, x: 200, y: 0 })
    expect(panBy({ scale: 2, x: 0, y: 0 }, { x: -999, y: 0 }, wide, frame)).toEqual({ scale: 2, x: -200, y: 0 })
  })

  it('a double tap goes closer, and back', () => {
    const close = toggled(fitted, middle, wide, frame)
    expect(close.scale).toBe(2.5)
    expect(toggled(close, middle, wide, frame)).toEqual(fitted)
  })
})
