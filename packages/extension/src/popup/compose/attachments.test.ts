import { expect, test } from 'vitest'
import { attachedPage, filesOf, messagesOf, nameOfPicture, nothingAttached } from './attachments.ts'

const page = { url: 'https://a.example/', title: 'Soup' }
const file = new File(['x'], 'soup.txt', { type: 'text/plain' })
const now = new Date(2026, 10, 5, 7, 8, 9)

test('words, page and files become as few messages as they fit in', () => {
  expect(messagesOf(' hi ', nothingAttached)).toEqual({ draft: { body: ' hi ' } })
  expect(messagesOf('  ', nothingAttached)).toEqual({})
  expect(messagesOf(' hi ', { page, files: [] })).toEqual({ draft: { ...page, body: 'hi' } })
  expect(messagesOf('', { page: { ...page, title: page.url }, files: [] })).toEqual({ draft: { url: page.url } })
  expect(messagesOf(' hi ', { page: undefined, files: [file] })).toEqual({ caption: 'hi' })
  expect(messagesOf('', { page: undefined, files: [file] })).toEqual({})
  expect(messagesOf('hi', { page, files: [file] })).toEqual({ draft: { ...page, body: 'hi' } })
})

test('only pages of the web are attached', () => {
  expect(attachedPage({ url: page.url, title: ' Soup ' })).toEqual(page)
  expect(attachedPage({ url: page.url })).toEqual({ url: page.url, title: '' })
  for (const url of ['chrome://settings', 'file:///a', 'javascript:1', undefined])
    expect(attachedPage({ url, title: 'x' })).toBeUndefined()
  expect(attachedPage(undefined)).toBeUndefined()
})

test('a pasted picture is called by its time, a file by its name', () => {
  const pasted = new File(['x'], 'image.png', { type: 'image/png' })
  const names = filesOf({ files: [pasted, file] as unknown as FileList }, now).map(({ name, type }) => [name, type])
  expect(names).toEqual([
    ['Picture 2026-11-05 07.08.09.png', 'image/png'],
    ['soup.txt', 'text/plain'],
  ])
  expect(filesOf(null, now)).toEqual([])
  expect(nameOfPicture('Page', 'image/png', now)).toBe('Page 2026-11-05 07.08.09.png')
})
