import type { textFailures } from '@waypost/protocol'
import { notOpened } from '../session/key/obstacle.ts'

/** Shown for an SMS that failed without a known cause. */
export const notSent = 'The phone could not send this.'

/** A cause as Android names it, in the wrapper of the app SMS Gateway. */
const ofAndroid = /(?:Send result: )?RESULT_ERROR_([A-Z_]{1,40})(?: \([^)]{0,200}\))?/g

/** The causes of https://developer.android.com/reference/android/telephony/SmsManager that a person can fix. */
const causes: Readonly<Record<string, string>> = {
  RADIO_OFF: 'its mobile connection is off, e.g. in airplane mode',
  NO_SERVICE: 'it has no mobile service',
  LIMIT_EXCEEDED: 'it has sent too many texts in a short time',
  FDN_CHECK_FAILURE: 'its SIM card allows only some numbers',
  SHORT_CODE_NOT_ALLOWED: 'sending to this short number was not allowed there',
  SHORT_CODE_NEVER_ALLOWED: 'sending to short numbers is not allowed there',
  GENERIC_FAILURE: 'the mobile network did not take it, e.g. as the number is wrong or the credit is used up',
}

/** Why the phone has not sent an SMS, in sentences; undefined if it gives no cause. */
export function whyNotSent(text: {
  failure?: (typeof textFailures)[number] | undefined
  reason?: string | undefined
}): string | undefined {
  if (text.failure === 'cannot_open') return notOpened
  const reason = text.reason?.replace(ofAndroid, (whole, cause: string) => causes[cause] ?? whole).trim()
  if (!reason) return undefined
  return `${notSent.slice(0, -1)}: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
}
