import type { HistoryItem } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { isFile, pictureFor, pictureOf } from './pictures.ts'

const row = (fields: Partial<Push>, state: HistoryItem['state'] = 'settled'): HistoryItem => ({
  key: 'k',
  push: { iden: 'p', active: true, created: 1, modified: 1, ...fields },
  side: 'in',
  state,
  timeBar: false,
})
const file_url = 'https://example.org/cat.png'

test('HIST-011 a file is one that can be fetched, or one with a name that is on its way', () => {
  expect(isFile(row({ type: 'file', file_url }))).toBe(true)
  expect(isFile(row({ type: 'file', file_name: 'cat.png' }, 'sending'))).toBe(true)
  expect(isFile(row({ type: 'file', file_name: 'cat.png' }, 'failed'))).toBe(true)
  expect(isFile(row({ type: 'file', file_name: 'cat.png' }))).toBe(false)
  expect(isFile(row({ type: 'file', file_name: 'cat.png', file_url: 'javascript:alert(1)' }))).toBe(false)
  expect(isFile(row({ type: 'file' }, 'sending'))).toBe(false)
  for (const type of ['note', 'link'] as const) {
    expect(isFile(row({ type, file_url }))).toBe(false)
    expect(isFile(row({ type, file_name: 'cat.png' }, 'sending'))).toBe(false)
  }
})

test('HIST-013 a link and a file show the picture that the push names; without an address of the web there is none', () => {
  const image_url = 'https://example.org/small.png'
  const image = { image_url, image_width: 30, image_height: 20 }
  const shown = { key: 'k', src: image_url, width: 30, height: 20 }
  const file = { type: 'file', file_name: 'cat.png', file_url } as const
  const link = { type: 'link', url: 'https://example.org/cats' } as const
  expect(pictureOf(row({ ...file, ...image }))).toEqual({ ...shown, name: 'cat.png', original: file_url })
  expect(pictureOf(row({ ...link, title: 'Cats', ...image }))).toEqual({ ...shown, name: 'Cats', original: image_url })
  expect(pictureOf(row({ ...link, image_url }))).toEqual({ key: 'k', src: image_url, name: 'example.org', original: image_url })
  for (const address of ['javascript:alert(1)', undefined]) {
    for (const push of [file, link])
      expect(pictureOf(row({ ...push, ...image, image_url: address } as Partial<Push>))).toBeUndefined()
    expect(pictureOf(row({ ...file, ...image, file_url: address } as Partial<Push>))).toBeUndefined()
    expect(pictureOf(row({ ...link, ...image, url: address } as Partial<Push>))).toBeUndefined()
  }
  expect(pictureOf(row({ type: 'note', body: 'hello', ...image }))).toBeUndefined()
})

test('HIST-011 a local picture is as large as this browser measured it; if it could not in time, as the server did', () => {
  const uploaded = {
    type: 'file',
    file_name: 'cat.png',
    file_url,
    image_url: file_url,
    image_width: 30,
    image_height: 20,
  } as const
  const local = (size: object) => pictureOf({ ...row(uploaded), preview: { size: 9, picture: { url: 'blob:1', ...size } } })
  expect(local({ width: 31, height: 21 })).toMatchObject({ src: 'blob:1', width: 31, height: 21 })
  expect(local({})).toMatchObject({ src: 'blob:1', width: 30, height: 20 })
})

const hosted = 'https://lh3.googleusercontent.com/abc'

test('HIST-013 a picture above 480 px, times the density of the screen, is asked for in that size', () => {
  expect(pictureFor(hosted, { width: 2_000, height: 900 }, 1)).toBe(`${hosted}=s480`)
  expect(pictureFor(`${hosted}=s2000`, { width: 2_000 }, 2)).toBe(`${hosted}=s960`)
  expect(pictureFor(hosted, {}, 1.5)).toBe(`${hosted}=s720`)
})

test('HIST-013 a small one, and one of a host that makes no sizes, stays as it is', () => {
  expect(pictureFor(hosted, { width: 480, height: 300 }, 1)).toBe(hosted)
  expect(pictureFor(hosted, { width: 900 }, 2)).toBe(hosted)
  expect(pictureFor('https://example.org/a.png', { width: 4_000 }, 1)).toBe('https://example.org/a.png')
  expect(pictureFor('https://googleusercontent.com.example.org/a', { width: 4_000 }, 1)).toBe(
    'https://googleusercontent.com.example.org/a',
  )
})
