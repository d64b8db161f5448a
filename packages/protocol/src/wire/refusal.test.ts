import { expect, test } from 'vitest'
import { isLockout, isPassing, mayPass, Refusal, type RefusalCode, retryIn } from './refusal.ts'

test('the sentences of refusals name no other product, though a code does, which programs compare', () => {
  const code: RefusalCode = 'pushbullet_pro_required'
  expect(new Refusal(code).message).toBe('Waypost Pro is required to make this call.')
})

type Outlook = 'passes' | 'fault' | 'lockout' | 'stays'

/** Every code; the compiler reports missing ones. */
const outlooks: Record<RefusalCode, Outlook> = {
  invalid_request: 'stays',
  invalid_param: 'stays',
  invalid_cursor: 'stays',
  invalid_access_token: 'lockout',
  sign_in_failed: 'stays',
  password_weak: 'stays',
  elevation_needed: 'stays',
  code_needed: 'stays',
  code_wrong: 'stays',
  passkey_unknown: 'stays',
  passkey_failed: 'stays',
  last_way_in: 'stays',
  no_password: 'stays',
  link_expired: 'stays',
  invite_ended: 'stays',
  invite_other: 'stays',
  email_taken: 'stays',
  email_missing: 'stays',
  account_taken: 'stays',
  tag_taken: 'stays',
  topic_taken: 'stays',
  invalid_client: 'stays',
  invalid_grant: 'stays',
  authorization_pending: 'passes',
  slow_down: 'passes',
  access_denied: 'stays',
  expired_token: 'stays',
  upload_incomplete: 'stays',
  file_too_big: 'stays',
  storage_quota: 'stays',
  over_quota: 'stays',
  pushbullet_pro_required: 'stays',
  already_pro: 'stays',
  not_pro: 'stays',
  no_address: 'stays',
  no_backup: 'stays',
  setting_fixed: 'stays',
  plans_in_use: 'stays',
  payment_failed: 'stays',
  provider_unknown: 'stays',
  setup_needed: 'stays',
  account_suspended: 'lockout',
  sign_up_closed: 'stays',
  domain_refused: 'stays',
  group_needed: 'stays',
  local_off: 'stays',
  forbidden: 'stays',
  too_late: 'stays',
  too_many_pins: 'stays',
  not_found: 'stays',
  method_not_allowed: 'stays',
  request_timeout: 'passes',
  unsupported_media_type: 'stays',
  request_too_large: 'stays',
  upgrade_required: 'stays',
  ratelimited: 'passes',
  headers_too_large: 'stays',
  internal: 'fault',
  disk_full: 'fault',
  unavailable: 'passes',
  network: 'passes',
  bad_answer: 'fault',
  no_recipient: 'stays',
  storage_full: 'stays',
}

test.each(Object.entries(outlooks) as [RefusalCode, Outlook][])('the refusal %s: %s', (code, outlook) => {
  const refusal = new Refusal(code)
  expect({ isPassing: isPassing(refusal), mayPass: mayPass(refusal), isLockout: isLockout(refusal) }).toEqual({
    isPassing: outlook === 'passes',
    mayPass: outlook === 'passes' || outlook === 'fault',
    isLockout: outlook === 'lockout',
  })
})

test('a retry waits as usual, or longer if the server asks for it', () => {
  const asking = (retryAfter?: number) => new Refusal('unavailable', undefined, retryAfter === undefined ? {} : { retryAfter })
  expect([undefined, 0, 5, 60].map((seconds) => retryIn(asking(seconds), 10_000))).toEqual([10_000, 10_000, 10_000, 60_000])
})
