import * as v from 'valibot'
import { defineCall } from './call.ts'
import { anyObject, text } from './field.ts'
import { permanentBytes, permanentKeyLength } from './limits.ts'

/** Keys are made of what idens and thread ids are made of. */
const key = v.pipe(text(permanentKeyLength), v.regex(/^[A-Za-z0-9_.~+-]+$/))

/** Any JSON object. */
export const PermanentData = anyObject
export type PermanentData = v.InferOutput<typeof PermanentData>

/** Where a client keeps its preferences. */
export const preferencesKey = 'web_preferences'
/** The conversations of a phone, one conversation of it, and its phone book. */
export const threadsKey = (device: string) => `${device}_threads`
export const threadKey = (device: string, thread: string) => `${device}_thread_${thread}`
export const phonebookKey = (device: string) => `phonebook_${device}`

export const readPermanent = defineCall({
  name: 'readPermanent',
  method: 'GET',
  path: '/v2/permanents/:key',
  does: 'What is kept under a key, at the top of the answer.',
  takes: v.object({ key }),
  gives: PermanentData,
  who: 'account',
  answerBytes: permanentBytes,
  refuses: ['not_found'],
})

export const getPermanent = defineCall({
  name: 'getPermanent',
  method: 'POST',
  path: '/v3/get-permanent',
  does: 'What is kept under a key; an empty `data` when nothing is.',
  takes: v.object({ key }),
  gives: v.object({ data: PermanentData }),
  who: 'account',
  answerBytes: permanentBytes,
  refuses: [],
})

export const setPermanent = defineCall({
  name: 'setPermanent',
  method: 'POST',
  path: '/v3/set-permanent',
  does: 'Keeps data under a key, in place of what was there. Empty data keeps nothing.',
  takes: v.object({ key, data: PermanentData }),
  gives: v.object({}),
  who: 'account',
  requestBytes: permanentBytes,
  refuses: ['storage_quota', 'request_too_large'],
})
