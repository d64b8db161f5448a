import type { Push } from '@waypost/protocol'
import { expect, it } from 'vitest'
import { addressOf, copyOf, labelOf, wordsOf } from './labels.ts'

const base = { iden: 'a', active: true, created: 0, modified: 0 }

it('HIST-002 a bubble is labelled with sender, type, first words and time', () => {
  const push: Push = { ...base, type: 'note', direction: 'incoming', sender_name: 'Ana', body: 'One\ntwo' }
  expect(labelOf({ push, side: 'in' }, 'Ana Reyes', '14:02')).toBe('Ana, message: One two, 14:02')
  expect(labelOf({ push: { ...push, type: 'link' }, side: 'out' }, 'Ana', '14:02')).toBe('You, link: One two, 14:02')
})

it('HIST-011 every type has its words', () => {
  expect(wordsOf({ ...base, type: 'file', file_name: 'a.pdf' })).toBe('a.pdf')
  const voice = {
    ...base,
    type: 'file',
    file_type: 'audio/webm',
    file_name: 'a.webm',
    duration: 18.4,
    peaks: '0'.repeat(40),
  } as const
  expect(wordsOf(voice)).toBe('Voice message, 0:18')
  expect(labelOf({ push: voice, side: 'out' }, 'Ana', '14:02')).toBe('You, Voice message, 0:18, 14:02')
  expect(wordsOf({ ...base, type: 'address', name: 'Hall', address: '4 Quay' })).toBe('Hall 4 Quay')
})

it('HIST-002 copying takes the text, of a link or a file its address', () => {
  expect(copyOf({ ...base, type: 'note', title: 'A', body: 'b' })).toBe('A\nb')
  expect(copyOf({ ...base, type: 'link', title: 'A', url: 'https://a.example' })).toBe('https://a.example')
  expect(copyOf({ ...base, type: 'file', body: 'b', file_url: 'https://a.example/b' })).toBe('https://a.example/b')
  expect(copyOf({ ...base, type: 'file', body: 'b' })).toBe('b')
  expect(copyOf({ ...base, type: 'note', body: 'b', url: 'https://a.example' })).toBe('b')
  expect(copyOf({ ...base, type: 'list', title: 'A', items: [{ checked: false, text: 'x' }] })).toBe('A\nx')
})

it('HIST-012 only an http address is opened', () => {
  expect(addressOf({ ...base, type: 'link', url: 'javascript:alert(1)' })).toBeUndefined()
  expect(addressOf({ ...base, type: 'file', file_url: 'https://a.example/b' })).toBe('https://a.example/b')
})
