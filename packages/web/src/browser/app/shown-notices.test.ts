import type { Notice } from '@waypost/client/notices'
import { afterEach, expect, test, vi } from 'vitest'
import { closeNotices, dataOf, showNotice } from './shown-notices.ts'

interface Shown extends Omit<NotificationOptions, 'data'> {
  title: string
  // biome-ignore lint/suspicious/noExplicitAny: each notification has its own data
  data: any
  actions?: { title: string }[]
  close(): void
}

/** A picture named `slow` never loads. */
function browser() {
  const shown = new Map<string, Shown>()
  return {
    shown,
    getNotifications: async ({ tag }: { tag?: string } = {}) =>
      [...shown.values()].filter((each) => tag === undefined || each.tag === tag) as unknown as Notification[],
    showNotification: (title: string, options: NotificationOptions = {}) => {
      if ((options as { image?: string }).image === 'slow') return new Promise<void>(() => {})
      const tag = options.tag ?? ''
      shown.set(tag, { ...options, title, close: () => shown.delete(tag) } as Shown)
      return Promise.resolve()
    },
  }
}

afterEach(() => vi.useRealTimers())

const message = (count: number, more: Partial<Notice> = {}): Notice => ({
  tag: 'people ana@example.org',
  title: 'Ana',
  body: `line ${count}`,
  actions: [{ action: 'copy', title: `Copy ${count}` }],
  data: { place: '#people/ana@example.org', iden: `i${count}`, together: 'Ana', text: `text ${count}` },
  ...more,
})

test('a conversation shows its five latest lines once, and stands for all of its messages', async () => {
  const shelf = browser()
  for (const count of [1, 2, 3, 4, 5, 6, 7, 7]) await showNotice(shelf, message(count))
  const [shown] = [...shelf.shown.values()]
  expect(shelf.shown.size).toBe(1)
  expect(shown?.body).toBe('line 3\nline 4\nline 5\nline 6\nline 7')
  expect(dataOf(shown as unknown as Notification)?.messages.map(({ iden }) => iden)).toEqual([
    'i1',
    'i2',
    'i3',
    'i4',
    'i5',
    'i6',
    'i7',
  ])
})

test('when the last message of a conversation is closed, the one before it is shown with its own actions, without a sound', async () => {
  const shelf = browser()
  for (const count of [1, 2]) await showNotice(shelf, message(count))
  await closeNotices(shelf, ['i2'])
  const [shown] = [...shelf.shown.values()]
  expect(shown).toMatchObject({ title: 'Ana', body: 'line 1', actions: [{ title: 'Copy 1' }], silent: true, renotify: false })
  expect(shown?.data.messages).toMatchObject([{ iden: 'i1', text: 'text 1' }])
  await closeNotices(shelf, ['i1'])
  expect(shelf.shown.size).toBe(0)
})

test('a picture that does not load holds up no other notification for longer than three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const shelf = browser()
  const slow = showNotice(shelf, message(1, { tag: 'slow', image: 'slow' }))
  const next = showNotice(shelf, message(2))
  // The slow picture has been requested, and the timeout is running.
  while (vi.getTimerCount() === 0) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(2_999)
  expect([...shelf.shown.keys()]).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([slow, next])
  expect([...shelf.shown.keys()]).toEqual(['people ana@example.org'])
})

test('an update takes the place of the message that it updates, and those of other names stay', async () => {
  const shelf = browser()
  const update = (count: number, name: string) => {
    const { data, ...rest } = message(count)
    return showNotice(shelf, { ...rest, data: { ...data, update: name } })
  }
  await update(1, 'download')
  await update(2, 'backup')
  await update(3, 'download')
  const [shown] = [...shelf.shown.values()]
  expect(shown?.data.messages).toMatchObject([{ iden: 'i2' }, { iden: 'i3' }])
})

test('a notification stays while one of its messages asks for that', async () => {
  const shelf = browser()
  const urgent = message(1)
  await showNotice(shelf, { ...urgent, data: { ...urgent.data, stays: true } })
  await showNotice(shelf, message(2))
  expect([...shelf.shown.values()][0]).toMatchObject({ requireInteraction: true })
  await closeNotices(shelf, ['i1'])
  expect([...shelf.shown.values()][0]).toMatchObject({ requireInteraction: false })
})
