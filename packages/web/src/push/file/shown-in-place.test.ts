import { expect, test } from 'vitest'
import { readUpTo, shownFile } from './shown-in-place.ts'

const push = (file_name: string, file_type = 'application/octet-stream') => ({
  iden: 'a',
  active: true,
  created: 1,
  modified: 1,
  file_name,
  file_type,
})

test('videos and recordings are known by their type, texts and PDFs by their name or type', () => {
  expect(shownFile(push('clip.mp4', 'video/mp4'), undefined)).toEqual({ as: 'video' })
  expect(shownFile(push('note.m4a', 'audio/mp4'), 9e9)).toEqual({ as: 'audio' })
  expect(shownFile(push('paper', 'application/pdf'), 5)).toEqual({ as: 'pdf' })
  expect(shownFile(push('paper.PDF'), 5)).toEqual({ as: 'pdf' })
  expect(shownFile(push('main.rs'), 5)).toEqual({ as: 'text', language: 'rust' })
  // Browsers take TypeScript's file extension for a video's.
  expect(shownFile(push('main.ts', 'video/mp2t'), 5)).toEqual({ as: 'text', language: 'typescript' })
  expect(shownFile(push('log.txt'), 5)).toEqual({ as: 'text', language: undefined })
})

test('other files, those that are too large, and those whose size is unknown are only cards', () => {
  expect(shownFile(push('archive.zip'), 5)).toBeUndefined()
  expect(shownFile(push('toString'), 5)).toBeUndefined()
  expect(shownFile(push('x.constructor'), 5)).toBeUndefined()
  expect(shownFile(push('paper.pdf'), readUpTo.pdf + 1)).toBeUndefined()
  expect(shownFile(push('log.txt'), readUpTo.text + 1)).toBeUndefined()
  expect(shownFile(push('log.txt'), undefined)).toBeUndefined()
  expect(shownFile(push('log.txt'), 0)).toBeUndefined()
})
