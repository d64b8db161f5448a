import { cancel, passwordLabel, typeTheCode } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { continueWith, passwordMissing } from '../en.ts'

export const elevationWords = {
  title: 'Confirm it’s you',
  lead: 'This action needs your password or passkey. You won’t be asked again for ten minutes.',
  password: passwordLabel,
  passwordMissing: passwordMissing,
  passkey: 'Use a passkey',
  codeMissing: typeTheCode,
  confirm: 'Confirm',
  cancel: cancel,
  provider: 'Sign in again to confirm. You’ll return to this page; then repeat the action.',
  with: params(continueWith),
  nothing: 'This account has no password, code or passkey. Sign out and back in.',
  elsewhere: 'This account uses a passkey that this browser can’t use here. Continue in the browser that has it.',
}
