// What these screens say, in English.

import { cancel, passwordLabel, typeTheCode } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { continueWith, passwordMissing } from '../en.ts'

export const elevationWords = {
  title: "Confirm it's you",
  lead: 'This action needs your password or passkey. For ten minutes you are not asked again.',
  password: passwordLabel,
  passwordMissing: passwordMissing,
  passkey: 'Use a passkey',
  codeMissing: typeTheCode,
  confirm: 'Confirm',
  cancel: cancel,
  provider: 'Sign in again to confirm. You come back to this page, and then choose the same once more.',
  with: params(continueWith),
  nothing: 'This account has no password, code or passkey. Sign out and in again.',
  elsewhere: 'This account proves itself with a passkey, which this browser cannot use here. Go on in the browser that has it.',
}
