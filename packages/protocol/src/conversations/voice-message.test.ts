import { expect, test } from 'vitest'
import { fileWords, isVoiceMessage, lengthText } from './voice-message.ts'

const recorded = { type: 'file', file_type: 'audio/webm', file_name: 'a.webm', duration: 18.4, peaks: 'v'.repeat(40) } as const

test('an audio file with length and loudness is a voice message, and so is one with the name of a recording', () => {
  expect(isVoiceMessage(recorded)).toBe(true)
  for (const file_name of ['Voice note 2026-03-12 14.02.m4a', 'Voice message 2026-03-12 14.02.webm'])
    expect(isVoiceMessage({ type: 'file', file_type: 'audio/mp4', file_name })).toBe(true)
})

test('music, videos, notes and other files are none', () => {
  const { duration, peaks, ...music } = recorded
  for (const other of [music, { ...music, duration }, { ...music, peaks }, { ...music, file_name: 'Voice note of Ben.mp3' }])
    expect(isVoiceMessage(other)).toBe(false)
  expect(isVoiceMessage({ ...recorded, file_type: 'video/webm' })).toBe(false)
  expect(isVoiceMessage({ ...recorded, type: 'note' })).toBe(false)
})

test('the words of a voice message have its length in minutes and seconds, and in hours if it is that long', () => {
  expect(fileWords(recorded)).toBe('Voice message, 0:18')
  expect(fileWords({ ...recorded, duration: undefined, file_name: 'Voice note 2026-03-12 14.02.m4a' })).toBe('Voice message')
  expect(fileWords({ type: 'file', file_name: 'a.pdf' })).toBe('a.pdf')
  expect([0, 59.5, 725, 3_723].map(lengthText)).toEqual(['0:00', '1:00', '12:05', '1:02:03'])
})
