import type { Device } from '@waypost/protocol'
import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { SmsItem, SmsThread, ThreadLine } from '../sms/sms.ts'
import { openTextSearch } from './text-search.ts'

const now = () => ({ at: Date.UTC(2026, 10, 20), zone: 0 })
const item = (body: string, created: number, side: 'in' | 'out' = 'in'): SmsItem => ({
  key: `${created}`,
  side,
  body,
  created,
  state: 'settled',
  stuck: false,
  pictures: [],
  own: false,
  timeBar: false,
})

function phoneWith(threads: Record<string, SmsThread>) {
  const atoms = new Map(Object.entries(threads).map(([id, thread]) => [id, atom(thread)]))
  const asked: string[] = []
  const lines = Object.keys(threads).map((id): ThreadLine => ({ id, recipients: threads[id]?.recipients ?? [] }))
  const search = openTextSearch(
    {
      $phones: atom([{ iden: 'phone' } as Device]),
      threads: () => atom({ state: 'loaded', lines }),
      thread(_, id) {
        asked.push(id)
        return atoms.get(id) as ReturnType<typeof atom<SmsThread>>
      },
    },
    now,
  )
  const find = (q: string) => {
    search.ask(q)
    return search.$found.get().map(({ thread, item: { body } }) => `${thread} ${body}`)
  }
  return { search, find, asked, change: (id: string, thread: SmsThread) => atoms.get(id)?.set(thread) }
}

const dana = { name: 'Dana Ito', address: '+1 555 0100' }
const eli = { address: '+1 555 0199' }

test('SMS are found by their words and by whom they are from or to, the most recent first', () => {
  const { find } = phoneWith({
    7: { state: 'loaded', recipients: [dana], items: [item('at the harbour', 1), item('which Harbour?', 3, 'out')] },
    8: { state: 'loaded', recipients: [eli], items: [item('the harbour, at noon', 2)] },
  })
  expect(find('harb')).toEqual(['7 which Harbour?', '8 the harbour, at noon', '7 at the harbour'])
  expect(find('harb from:dana')).toEqual(['7 at the harbour'])
  expect(find('to:dana')).toEqual(['7 which Harbour?'])
  expect(find('harb -noon')).toEqual(['7 which Harbour?', '7 at the harbour'])
  expect(find('"harbour at"')).toEqual(['8 the harbour, at noon'])
  expect(find('in:"+1 555 0199"')).toEqual(['8 the harbour, at noon'])
  expect(find('harb has:link')).toEqual([])
  expect(find('')).toEqual([])
})

test('a text that is decrypted later is found then, and marked as encrypted; one that cannot be decrypted is not found', () => {
  const loading: SmsThread = { state: 'loading', recipients: [dana], items: [] }
  const { search, find, change } = phoneWith({ 7: loading, 8: { state: 'sealed', recipients: [eli], items: [] } })
  expect(find('secret')).toEqual([])
  change('7', { state: 'loaded', encrypted: true, recipients: [dana], items: [item('a secret', 1)] })
  expect(search.$found.get()).toMatchObject([{ thread: '7', encrypted: true }])
})

test('the latest fifty conversations are opened, three at a time', () => {
  const threads = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [String(at + 1), { state: 'loading', recipients: [eli], items: [] } as SmsThread]),
  )
  const { asked, change, search } = phoneWith(threads)
  expect(asked).toHaveLength(3)
  for (let turn = 0; turn < 60; turn++) {
    const last = asked.length
    for (const id of asked.slice(0, last)) change(id, { state: 'loaded', recipients: [eli], items: [] })
  }
  expect(asked).toHaveLength(50)
  search.close()
})
