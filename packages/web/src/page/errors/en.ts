import { copied, copy } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const errorPage = {
  title: 'Aw, Snap! An error.',
  lead: 'Your messages are safe, including those not sent yet.',
  describe: 'What happened?',
  placeholder: 'Please describe what you were doing so that we can fix the issue.',
  submit: 'Submit',
  sending: 'Sending…',
  sent: 'Sent. Thank you.',
  notSent: 'Couldn’t send the report. Try again.',
  diagnostics: 'Diagnostics, included in the report. They contain no messages.',
  copy: copy,
  copied: copied,
  reload: 'Reload',
}

export const frameRefusal = { refused: 'This page can’t be shown inside another site.' }

export const missingParts = {
  disabled: params('A setting the product requires to work is disabled in your browser ({what}). Please contact us at {email}.'),
  full: 'This browser’s storage is full. Free up space on this device before you sign in.',
  conflict: 'Extention conflict?',
  internetExplorer: params("Sorry, we don't support Internet Explorer {version}. Upgrade to Chrome."),
}
