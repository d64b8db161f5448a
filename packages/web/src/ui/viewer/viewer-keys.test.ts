import { describe, expect, it } from 'vitest'
import { actOfKey } from './viewer-keys.ts'

describe('the keys of the picture viewer', () => {
  it('turn the pages in the direction of reading while the whole picture is shown', () => {
    expect(actOfKey('ArrowRight', false, false)).toEqual({ kind: 'go', by: 1 })
    expect(actOfKey('ArrowRight', false, true)).toEqual({ kind: 'go', by: -1 })
    expect(actOfKey('ArrowLeft', false, false)).toEqual({ kind: 'go', by: -1 })
    expect(actOfKey('ArrowUp', false, false)).toBeUndefined()
  })

  it('move a zoomed picture, and turn the pages by Page Up and Page Down alone', () => {
    expect(actOfKey('ArrowRight', true, false)).toEqual({ kind: 'pan', by: { x: -80, y: 0 } })
    expect(actOfKey('ArrowUp', true, true)).toEqual({ kind: 'pan', by: { x: 0, y: 80 } })
    expect(actOfKey('PageDown', true, false)).toEqual({ kind: 'go', by: 1 })
  })

  it('zoom by + and -, with or without Shift, and back by 0', () => {
    expect(actOfKey('+', false, false)).toEqual(actOfKey('=', true, false))
    expect(actOfKey('-', true, false)).toEqual({ kind: 'zoom', factor: 1 / 1.5 })
    expect(actOfKey('0', true, false)).toEqual({ kind: 'fit' })
    expect(actOfKey('a', true, false)).toBeUndefined()
  })
})
