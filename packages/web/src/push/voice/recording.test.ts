import { isVoiceMessage } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { nameOf } from './recording.ts'

test('the name of a voice message sorts by its time, its ending names its type, and clients know it again', () => {
  const afternoon = new Date(2026, 2, 12, 14, 2)
  expect(nameOf(afternoon, 'audio/mp4')).toBe('Voice message 2026-03-12 14.02.m4a')
  expect(nameOf(new Date(2026, 10, 3, 9, 5), 'audio/webm')).toBe('Voice message 2026-11-03 09.05.webm')
  for (const file_type of ['audio/mp4', 'audio/webm', 'audio/ogg', 'audio/x-other'])
    expect(isVoiceMessage({ type: 'file', file_type, file_name: nameOf(afternoon, file_type) })).toBe(true)
})
