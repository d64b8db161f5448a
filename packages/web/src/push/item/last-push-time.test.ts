import { describe, expect, it } from 'vitest'
import { lastPushTime } from './last-push-time.ts'

const now = new Date('2026-03-11T15:30:00').getTime()

describe('the last push', () => {
  it('HIST-010 is "Sent" on the own side while it is under five minutes old', () => {
    expect(lastPushTime('out', now - 1_000, now)).toBe('Sent')
    expect(lastPushTime('out', now - 299_999, now)).toBe('Sent')
    expect(lastPushTime('out', now - 300_000, now)).toBe('5 minutes ago')
    expect(lastPushTime('in', now - 1_000, now)).toBe('Just now')
    expect(lastPushTime('in', now - 59_999, now)).toBe('Just now')
    expect(lastPushTime('in', now - 60_000, now)).toBe('1 minute ago')
  })
})
