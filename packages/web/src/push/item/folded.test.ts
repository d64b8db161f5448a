import type { HistoryItem } from '@waypost/client'
import { expect, it } from 'vitest'
import { foldDeleted } from './folded.ts'

const item = (key: string, more: Partial<HistoryItem> = {}): HistoryItem => ({
  key,
  push: { iden: key, active: true, created: 1, modified: 1, ...(/^x/.test(key) && { deleted_by_sender: true }) },
  side: 'in',
  state: 'settled',
  timeBar: false,
  ...more,
})

function shown(items: readonly HistoryItem[], apart = ''): string {
  const folded = foldDeleted(items, ({ key }) => key === apart)
  return folded.items.map(({ key }) => `${key}${folded.counts.get(key) ?? ''}`).join(' ')
}

it('the first of neighbouring deleted messages stands for all of them', () => {
  expect(shown([item('a'), item('x1:'), item('x2:'), item('x3:'), item('b'), item('x4:')])).toBe('a x1:3 b x4:')
})

it('messages of another side, after a time bar, and whose deletion can be undone are not folded', () => {
  expect(shown([item('x1:'), item('x2:', { side: 'out' })])).toBe('x1: x2:')
  expect(shown([item('x1:'), item('x2:', { timeBar: true }), item('x3:')])).toBe('x1: x2:2')
  expect(shown([item('x1:'), item('x2:'), item('x3:')], 'x2:')).toBe('x1: x2: x3:')
})
