import { type PhoneReport, phonebookKey, threadsKey } from '@waypost/protocol'
import { expect, test, vi } from 'vitest'
import { ask, pair, request, run, setUpPhonesStage, stage } from './test-phones-stage.ts'

setUpPhonesStage()

const isReport = (each: { type?: unknown; guid?: unknown }) => each.type === 'phone_report' && each.guid === undefined
/** Oldest first. */
const reported = () =>
  stage.ephemerals.filter(isReport).map((report) => (report as unknown as PhoneReport).phones[0]?.permitted ?? {})

test('what a phone answers is permitted, and calls are not known before there is one', async () => {
  const { phone } = stage
  phone.messages = [phone.message({ addresses: [{ address: '+15550100' }], body: 'Hello' })]
  await run()
  await pair()
  await phone.notify('0|org.example.chat|1|null|10001')
  await vi.waitFor(() => expect(reported().at(-1)).toEqual({ texts: true, contacts: true, notifications: true }))
  phone.send('telephony', { event: 'ringing', phoneNumber: '+15550100' })
  await vi.waitFor(() => expect(reported().at(-1)).toEqual({ texts: true, contacts: true, notifications: true, calls: true }))
})

test('what a phone does not answer is not permitted after a while, and is once it answers', async () => {
  const { phone } = stage
  phone.messages = [phone.message({ addresses: [{ address: '+15550100' }], body: 'Hello' })]
  phone.contacts.set('1', 'BEGIN:VCARD\nVERSION:2.1\nFN:Ben\nTEL;CELL:+1 555 0100\nEND:VCARD')
  phone.mayReadTexts = false
  phone.mayReadContacts = false
  await run()
  const iden = await pair()
  expect((await request('list')).phones[0]?.permitted).not.toHaveProperty('calls')
  await vi.waitFor(() => expect(reported().at(-1)).toEqual({ texts: false, contacts: false, notifications: false }))
  phone.mayReadContacts = true
  await vi.waitFor(() => expect(reported().at(-1)).toEqual({ texts: false, contacts: true, notifications: false }))
  phone.mayReadTexts = true
  await vi.waitFor(() => expect(reported().at(-1)).toEqual({ texts: true, contacts: true, notifications: false }))
  await vi.waitFor(async () => {
    expect((await ask('/v3/get-permanent', { key: threadsKey(iden) })).data?.threads).toMatchObject([
      { latest: { body: 'Hello' } },
    ])
    expect((await ask('/v3/get-permanent', { key: phonebookKey(iden) })).data?.phonebook).toMatchObject([{ name: 'Ben' }])
  })
})

test('nothing is known of what a phone permits while it is away', async () => {
  await run()
  await pair()
  await vi.waitFor(() => expect(reported().at(-1)).toMatchObject({ contacts: true, texts: false }))
  // It can't come back, because its app is now too old.
  stage.phone.protocolVersion = 7
  stage.phone.leave()
  await vi.waitFor(() => {
    const last = stage.ephemerals.findLast(isReport) as unknown as PhoneReport
    expect(last.phones).toMatchObject([{ is_connected: false }])
    expect(last.phones[0]).not.toHaveProperty('permitted')
  })
})
