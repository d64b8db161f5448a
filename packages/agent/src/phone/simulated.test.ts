import { manualClock } from '@waypost/client/ground/test-clock'
import { expect, test } from 'vitest'
import type { PhoneChange } from './phone.ts'
import { openSimulated } from './simulated.ts'

test('the simulated phone has conversations, one with a group and one with pictures, and a phone book', async () => {
  const phone = openSimulated({ clock: manualClock() })
  const threads = await phone.threads()
  expect(phone.hasMms).toBe(true)
  expect(threads.length).toBeGreaterThan(3)
  const group = threads.find(({ recipients }) => recipients.length > 1)
  const inGroup = await phone.thread(group?.id ?? '')
  expect(inGroup.filter(({ direction }) => direction === 'incoming').map(({ recipient_index }) => recipient_index)).toEqual([
    0, 2, 1,
  ])
  const pictures = (await phone.thread(threads[0]?.id ?? '')).flatMap(({ image_urls }) => image_urls ?? [])
  expect(pictures.length).toBeGreaterThan(1)
  for (const url of pictures) expect(url).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
  const times = threads.map(({ latest }) => latest?.timestamp ?? 0)
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect((await phone.phonebook()).map(({ name }) => name)).toContain('Mia Torres')
})

test('TEXT-014 people answer a moment after a text was sent to them', async () => {
  const clock = manualClock()
  const phone = openSimulated({ clock })
  const changes: PhoneChange[] = []
  phone.onChange((change) => void changes.push(change))
  expect(await phone.send({ key: 'a', guid: 'g', addresses: ['555 0112'], message: 'Hi Mia' })).toBe('queued')
  expect(await phone.send({ key: 'a', guid: 'g', addresses: ['555 0112'], message: 'Hi Mia' })).toBe('queued')
  const [thread] = await phone.threads()
  expect(thread).toMatchObject({ recipients: [{ name: 'Mia Torres' }], latest: { body: 'Hi Mia', guid: 'g', status: 'queued' } })
  clock.advance(700)
  expect(changes.at(-1)?.settled).toEqual([{ key: 'a', state: 'sent' }])
  clock.advance(3_000)
  const [incoming] = changes.at(-1)?.incoming ?? []
  expect(incoming).toMatchObject({ thread_id: thread?.id, title: 'Mia Torres' })
  const [answer, own] = await phone.thread(thread?.id ?? '')
  expect([answer?.direction, answer?.body, own?.status]).toEqual(['incoming', incoming?.body, 'sent'])
  clock.advance(60_000)
  expect(changes.flatMap((change) => change.incoming)).toHaveLength(1)
  await phone.close()
})

test('a closed phone reports neither pending texts nor answers', async () => {
  const clock = manualClock()
  const phone = openSimulated({ clock })
  const changes: PhoneChange[] = []
  await phone.send({ key: 'a', addresses: ['555 0112'], message: 'Hi Mia' })
  clock.advance(700)
  await phone.send({ key: 'b', addresses: ['555 0134'], message: 'Hi Noah' })
  phone.onChange((change) => void changes.push(change))
  // The answer to the first text, and the sending of the second.
  expect(clock.timers()).toEqual([700, 3_000])
  await phone.close()
  expect(clock.timers()).toEqual([])
  clock.advance(60_000)
  expect(changes).toEqual([])
})

test('TEXT-026 (deviates) pictures and groups are sent as MMS; the number for failures fails, and strangers do not answer', async () => {
  const clock = manualClock()
  const phone = openSimulated({ clock })
  const changes: PhoneChange[] = []
  phone.onChange((change) => void changes.push(change))
  const picture = { type: 'image/png', bytes: new Uint8Array(), url: 'https://example.org/a.png' } as const
  await phone.send({ key: 'group', addresses: ['+15550147', '+15550112', '+15550134'], message: '', picture })
  const [group] = await phone.threads()
  expect(group?.recipients).toHaveLength(3)
  expect(group?.latest).toMatchObject({ type: 'mms', image_urls: [picture.url] })
  await phone.send({ key: 'bad', addresses: ['+1 555 0199'], message: 'x' })
  await phone.send({ key: 'stranger', addresses: ['+1 555 0150'], message: 'x' })
  clock.advance(10_000)
  const settled = Object.fromEntries(changes.flatMap((change) => change.settled).map(({ key, state }) => [key, state]))
  expect(settled).toEqual({ group: 'sent', bad: 'failed', stranger: 'sent' })
  expect(changes.flatMap(({ incoming }) => incoming.map(({ thread_id }) => thread_id))).toEqual([group?.id])
  await expect(phone.send({ key: 'no', addresses: ['no'], message: 'x' })).rejects.toThrow('"no" is not a phone number.')
})
