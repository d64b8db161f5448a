import { expect, test } from 'vitest'
import { notOpened } from '../session/key/obstacle.ts'
import { whyNotSent } from './failure.ts'

test('a failed SMS says why in plain words: what Android calls its cause is put into a sentence, anything else stays', () => {
  const why = (reason: string) => whyNotSent({ reason })
  expect(why('Send result: RESULT_ERROR_NO_SERVICE (Failed because service is currently unavailable)')).toBe(
    'The phone could not send this: it has no mobile service.',
  )
  expect(why('+15550100: RESULT_ERROR_RADIO_OFF; +15550101: Send result: RESULT_ERROR_OTHER (Why)')).toBe(
    'The phone could not send this: +15550100: its mobile connection is off, e.g. in airplane mode; +15550101: Send result: RESULT_ERROR_OTHER (Why).',
  )
  expect(why('The phone was away for an hour.')).toBe('The phone could not send this: The phone was away for an hour.')
  expect(whyNotSent({ failure: 'cannot_open', reason: 'no key' })).toBe(notOpened)
  expect([whyNotSent({}), why(' ')]).toEqual([undefined, undefined])
})
