import { type Push, readQuery } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { nameMarked, snippetOf } from './snippet.ts'

const push = (fields: Partial<Push>): Push => ({ iden: 'i', active: true, created: 1, modified: 1, type: 'note', ...fields })
const marked = (fields: Partial<Push>, q: string) => {
  const { text, marks } = snippetOf(push(fields), readQuery(q, { at: 0, zone: 0 }))
  return [text, ...marks.map(({ start, end }) => text.slice(start, end))]
}

test('the text with the words is shown, with the words marked', () => {
  const fields = { title: 'Harbour walk', body: 'We meet at the *Crème* shop', url: 'https://example.org/tides' }
  expect(marked(fields, 'harb walk')).toEqual(['Harbour walk', 'Harbour', 'walk'])
  expect(marked(fields, 'creme')).toEqual(['We meet at the Crème shop', 'Crème'])
  expect(marked(fields, 'tides')).toEqual(['https://example.org/tides', 'tides'])
  expect(marked({ type: 'file', file_name: 'plan_final.pdf' }, 'final')).toEqual(['plan_final.pdf', 'final'])
})

test('a long text begins shortly before the first of the words, at a word', () => {
  const body = `${'one two three '.repeat(20)}needle ${'four five six '.repeat(40)}`
  const [text, ...marks] = marked({ body }, 'needle')
  expect(marks).toEqual(['needle'])
  expect(text).toMatch(/^…(one|two|three) .*needle four/)
  expect(text?.length).toBeLessThan(210)
  expect(text?.endsWith('…')).toBe(true)
  expect(marked({ body: `${'x'.repeat(300)}-needle` }, 'needle')).toEqual(['…needle', 'needle'])
})

test('lines are shown as one, and a message without words to mark as in lists', () => {
  expect(marked({ type: 'list', title: 'Shopping', body: 'oat milk\ncandles' }, 'cand')).toEqual(['oat milk candles', 'candles'])
  expect(marked({ type: 'list', title: 'Shopping', body: 'oat milk\ncandles' }, 'has:list')).toEqual(['Shopping'])
})

test('in a name its own words are marked, and not those around it', () => {
  const query = readQuery('you an', { at: 0, zone: 0 })
  const { text, marks } = nameMarked('You to Ana Reyes', 'Ana Reyes', query)
  expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['Ana'])
})
