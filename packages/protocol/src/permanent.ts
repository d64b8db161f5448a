import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { anyObject, text } from './wire/field.ts'

export const permanentKeyLength = 300

/** Maximum bytes of one permanent (the threads of a phone are long), and of all permanents of an account. */
export const bytesPerPermanent = 8 * 2 ** 20
export const permanentBytesPerAccount = 64 * 2 ** 20

/** Keys consist of the characters of idens and thread ids. */
const key = v.pipe(text(permanentKeyLength), v.regex(/^[A-Za-z0-9_.~+-]+$/))

/** Any JSON object. */
export const PermanentData = anyObject
export type PermanentData = v.InferOutput<typeof PermanentData>

/** The key of the preferences of web clients. */
export const preferencesKey = 'web_preferences'
/** Whether an account with these preferences shares read receipts. The setting is mutual. */
export const sharesReading = (preferences: PermanentData | undefined): boolean => preferences?.read_receipts !== false
/** The keys of a phone's conversations, of one conversation, and of its phone book. */
export const threadsKey = (device: string) => `${device}_threads`
export const threadKey = (device: string, thread: string) => `${device}_thread_${thread}`
export const phonebookKey = (device: string) => `phonebook_${device}`

export const readPermanent = defineCall({
  name: 'readPermanent',
  method: 'GET',
  path: '/v2/permanents/:key',
  does: 'Returns the data stored under a key as the response body.',
  takes: v.object({ key }),
  gives: PermanentData,
  who: 'account',
  scope: 'everything',
  answerBytes: bytesPerPermanent,
  refuses: ['not_found'],
})

export const getPermanent = defineCall({
  name: 'getPermanent',
  method: 'POST',
  path: '/v3/get-permanent',
  does: 'Returns the data stored under a key, or empty `data` if there is none.',
  takes: v.object({ key }),
  gives: v.object({ data: PermanentData }),
  who: 'account',
  scope: 'everything',
  answerBytes: bytesPerPermanent,
})

export const setPermanent = defineCall({
  name: 'setPermanent',
  method: 'POST',
  path: '/v3/set-permanent',
  does: 'Stores data under a key, replacing the old data. Empty data deletes the key.',
  takes: v.object({ key, data: PermanentData }),
  who: 'account',
  scope: 'everything',
  requestBytes: bytesPerPermanent,
  refuses: ['storage_quota', 'request_too_large'],
})
