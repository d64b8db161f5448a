import { describe, expect, test } from 'vitest'
import { drawingOf, isEdited, type PictureEdit, turned, unedited } from './edit.ts'

const corner = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }

describe('turning', () => {
  test('four quarter turns either way are none', () => {
    for (const way of ['left', 'right'] as const) {
      let edit: PictureEdit = { turns: 0, crop: corner }
      for (let turn = 0; turn < 4; turn++) edit = turned(edit, way)
      expect(edit.turns).toBe(0)
      for (const key of ['x', 'y', 'width', 'height'] as const) expect(edit.crop?.[key]).toBeCloseTo(corner[key])
    }
  })

  test('the cropped area turns with the picture: its lower left corner is the upper left one after a turn to the right', () => {
    const { turns, crop } = turned({ turns: 0, crop: { x: 0, y: 0.75, width: 0.5, height: 0.25 } }, 'right')
    expect(turns).toBe(1)
    expect(crop).toEqual({ x: 0, y: 0, width: 0.25, height: 0.5 })
    expect(turned({ turns: 1, crop }, 'left').crop).toEqual({ x: 0, y: 0.75, width: 0.5, height: 0.25 })
  })

  test('a picture that was turned back is not edited', () => {
    expect(isEdited(unedited)).toBe(false)
    expect(isEdited(turned(unedited, 'right'))).toBe(true)
    expect(isEdited(turned(turned(unedited, 'right'), 'left'))).toBe(false)
    expect(isEdited({ turns: 0, crop: corner })).toBe(true)
  })
})

describe('drawing', () => {
  const picture = { width: 4_000, height: 2_000 }

  test('an unedited picture keeps its size', () => {
    expect(drawingOf(picture, unedited).shown).toEqual(picture)
  })

  test('after a quarter turn width and height change places', () => {
    expect(drawingOf(picture, { turns: 1 }).shown).toEqual({ width: 2_000, height: 4_000 })
    expect(drawingOf(picture, { turns: 2 }).shown).toEqual(picture)
  })

  test('of a cropped picture the longest side is that of the visible part', () => {
    const { whole, corner, shown } = drawingOf(picture, { turns: 0, crop: { x: 0.5, y: 0.5, width: 0.5, height: 0.25 } }, 1_000)
    expect(shown).toEqual({ width: 1_000, height: 250 })
    expect(whole).toEqual({ width: 2_000, height: 1_000 })
    expect(corner).toEqual({ x: 1_000, y: 500 })
  })

  test('nothing is enlarged', () => {
    expect(drawingOf({ width: 300, height: 200 }, unedited, 640).shown).toEqual({ width: 300, height: 200 })
  })

  test('a narrow strip keeps at least a pixel', () => {
    expect(drawingOf({ width: 20_000, height: 2 }, unedited, 640).shown).toEqual({ width: 640, height: 1 })
  })

  test('no more is drawn than every browser can', () => {
    const { width, height } = drawingOf({ width: 12_000, height: 9_000 }, unedited).shown
    expect(width * height).toBeLessThanOrEqual(16_100_000)
    expect(width / height).toBeCloseTo(4 / 3, 2)
  })
})
