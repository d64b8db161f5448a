import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { seconds } from '../wire/field.ts'

/** How long a registration code is valid. */
export const gatewayCodeMilliseconds = 600_000
/** The most phones with the app per account. */
export const gatewayPhonesPerAccount = 5

/** The most characters of a text, and of a number, that such a phone receives. */
export const gatewayTextLength = { message: 10_000, address: 100 }

const gatewayPrefix = 'sms-gateway '

/** The fingerprint of a phone with the app. */
export const gatewayFingerprint = (id: string): string => gatewayPrefix + id

/** Whether a device is a phone whose texts go through the server, by the app SMS Gateway for Android. */
export const isGatewayPhone = (device: { fingerprint?: string | undefined } | undefined): boolean =>
  device?.fingerprint?.startsWith(gatewayPrefix) === true

export const createGatewayCode = defineCall({
  name: 'createGatewayCode',
  method: 'POST',
  path: '/v3/sms-gateway-code',
  does:
    'Lets a phone with the app SMS Gateway for Android in: returns the address and the code of six digits that are typed there. A code ' +
    'lets one phone in, ends after ten minutes or five wrong guesses, and replaces the one before.',
  gives: v.object({ address: v.string(), code: v.string(), expires: seconds }),
  who: 'session',
  operations: 2,
  refuses: ['elevation_needed', 'forbidden'],
})
