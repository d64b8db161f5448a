import { expect, test } from 'vitest'
import { menuContexts } from '../../browser/menus.ts'
import { channel, device, me, person } from '../../targets/test-targets.ts'
import { menuTree, readMenuId } from './menu-tree.ts'

const offered = { me, recent: [person('Ana'), device('phone', 'Phone')], devices: [device('laptop', 'Laptop')] }

test('each context has one item with all targets below it, in groups', () => {
  const tree = menuTree(offered)
  for (const context of menuContexts) {
    const items = tree.filter((item) => item.context === context)
    expect(items[0]).toMatchObject({ id: context })
    expect(items[0]?.parentId).toBeUndefined()
    expect(items.slice(1).map(({ title, type }) => title ?? type)).toEqual([
      'Me, on all devices',
      'separator',
      'Ana',
      'Phone',
      'separator',
      'Laptop',
    ])
    expect(items.slice(1).every(({ parentId }) => parentId === context)).toBe(true)
  }
})

test('no id occurs twice, also where targets of several kinds share a key or a name', () => {
  const same = [person('me'), { ...device('me'), name: 'Me' }, channel('me'), person('me', { key: 'other@example.org' })]
  const ids = menuTree({ me, recent: same, devices: [device('line 1'), device('line')] }).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the id of an item says what is sent to whom, and other ids say nothing', () => {
  const pressable = menuTree(offered).filter(({ type, parentId }) => parentId && type !== 'separator')
  expect(pressable.every(({ id }) => readMenuId(id) !== undefined)).toBe(true)
  expect(readMenuId('image people/ana@example.org')).toEqual({
    context: 'image',
    to: { section: 'people', key: 'ana@example.org' },
  })
  for (const id of ['page', 'page line 1', 'tab people/me', '', 'page people/']) expect(readMenuId(id)).toBeUndefined()
})

test('a name is shown as it is, whatever browsers make of its signs', () => {
  const titles = menuTree({ me, recent: [person('R&D %s'), person(''), person('a'.repeat(5_000))], devices: [] })
    .filter(({ context }) => context === 'link')
    .map(({ title }) => title)
  expect(titles.slice(3)).toEqual(['R&&D %\u200bs', '?', `${'a'.repeat(40)}…`])
})
