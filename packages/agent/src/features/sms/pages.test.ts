import { ephemeralBytes, guidLength, type PhoneThread, type ThreadMessage } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { type Phone, PhoneUnavailable } from '../../phone/phone.ts'
import { answerSmsPage } from './pages.ts'

const message = (id: number, body = `message ${id}`): ThreadMessage => ({
  id: String(id),
  type: 'sms',
  timestamp: 1_700_000_000 + id,
  direction: 'incoming',
  body,
})
const threads = Array.from({ length: 250 }, (_, index): PhoneThread => ({ id: `t${index}`, recipients: [{ name: 'Ana' }] }))
const messages = [message(3, 'ü'.repeat(200_000)), message(2), message(1)]

function phoneWith(more: Partial<Phone> = {}): Phone {
  return {
    name: 'a phone in a test',
    hasMms: false,
    threads: async () => threads,
    thread: async () => messages,
    phonebook: async () => [],
    send: async () => 'sent',
    takeBack: async () => false,
    onChange: () => () => {},
    close: async () => {},
    ...more,
  }
}

const request = { type: 'sms_page_request', source_user_iden: 'ana', target_device_iden: 'phone', guid: 'one' }
const page = (fields: object = {}, phone = phoneWith()) => answerSmsPage({ ...request, ...fields }, phone, 'phone')

test('GAP-068 conversations are sent in pages, each after the last entry of the one before, to the end', async () => {
  const first = await page()
  expect(first).toEqual({
    type: 'sms_page',
    source_device_iden: 'phone',
    guid: 'one',
    threads: threads.slice(0, 200),
    more: true,
  })
  expect(await page({ after: 't199' })).toMatchObject({ threads: threads.slice(200), more: false })
})

test('a message larger than any answer is shortened, and the page goes on after it', async () => {
  const { thread, more } = (await page({ thread_id: 't1' })) ?? {}
  expect(thread?.map(({ id }) => id)).toEqual(['3', '2', '1'])
  expect(thread?.[0]?.body).toMatch(/^ü{1000,}$/)
  expect(more).toBe(false)
  expect(Buffer.byteLength(JSON.stringify(thread))).toBeLessThan((ephemeralBytes / 4) * 3)
})

test('requests to another device, without a guid or in another form get no answer', async () => {
  for (const odd of [
    { target_device_iden: 'another' },
    { guid: '' },
    { guid: 'x'.repeat(guidLength + 1) },
    { guid: 5 },
    { type: 'sms_page' },
    { thread_id: 5 },
  ])
    expect(await page(odd), JSON.stringify(odd)).toBeUndefined()
})

test('a page after a missing entry, and a phone that is unavailable, get an error', async () => {
  expect(await page({ after: 'gone' })).toEqual({
    type: 'sms_page',
    source_device_iden: 'phone',
    guid: 'one',
    error: 'The messages on the phone have changed. Open them again.',
  })
  const away = phoneWith({ thread: () => Promise.reject(new PhoneUnavailable('It is off.')) })
  expect(await page({ thread_id: 't1' }, away)).toMatchObject({ guid: 'one', error: 'It is off.' })
  const wrong = phoneWith({ thread: () => Promise.reject(new TypeError('a mistake')) })
  await expect(page({ thread_id: 't1' }, wrong)).rejects.toThrow('a mistake')
})

test('the pictures of a page of messages are fetched; a request for them alone has no answer', async () => {
  const fetched: unknown[] = []
  const phone = phoneWith({ fetchPictures: (...wanted) => void fetched.push(wanted) })
  expect((await page({ thread_id: 't1' }, phone))?.thread).toHaveLength(3)
  expect(await page({ thread_id: 't1', pictures: true }, phone)).toBeUndefined()
  expect(fetched).toEqual(Array(2).fill(['t1', ['3', '2', '1']]))
})
