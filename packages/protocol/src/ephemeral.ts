// Defines the calls that relay ephemerals, and those that report which apps a person is looking at.

import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { anyObject, flag, guid, idenLength, text } from './wire/field.ts'

/** Maximum bytes of the content of an ephemeral, as JSON. */
export const ephemeralBytes = 2 ** 19

/** How long a report that someone is looking at an app stays valid. */
export const awakeMilliseconds = 60_000

export const createEphemeral = defineCall({
  name: 'createEphemeral',
  method: 'POST',
  path: '/v2/ephemerals',
  does: 'Relays `push` unchanged to the open streams of the account, without storing it.',
  takes: v.object({
    type: v.literal('push'),
    push: anyObject,
    targets: v.optional(v.pipe(v.array(text(40)), v.maxLength(10))),
  }),
  who: 'account',
  scope: 'everything',
  operations: 0,
  refuses: ['request_too_large'],
})

export const setAppState = defineCall({
  name: 'setAppState',
  method: 'POST',
  path: '/v3/set-app-state',
  does: 'Reports whether the user is looking at an app. The report is valid for 60 seconds.',
  takes: v.object({ guid: guid, awake: flag }),
  who: 'account',
  scope: 'everything',
  operations: 0,
})

export const getAppStates = defineCall({
  name: 'getAppStates',
  method: 'POST',
  path: '/v3/get-app-states',
  does: 'Returns the apps that the user is looking at.',
  gives: v.object({ awake_app_guids: v.array(text(idenLength * 2)) }),
  who: 'account',
  scope: 'everything',
  operations: 0,
})
