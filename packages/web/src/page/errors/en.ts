// What these screens say, in English.

import { copied, copy } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const errorPage = {
  title: 'Aw, Snap! An error.',
  lead: 'What you sent and what waits to be sent is kept.',
  describe: 'What happened?',
  placeholder: 'Please describe what you were doing so that we can fix the issue.',
  submit: 'Submit',
  sending: 'Sending…',
  sent: 'Thank you. It was sent.',
  notSent: "Couldn't send it. Try again.",
  diagnostics: 'Diagnostics, sent along. No message is in it.',
  copy: copy,
  copied: copied,
  reload: 'Reload',
}

export const frameRefusal = { refused: 'This page cannot be shown inside another site.' }

export const missingParts = {
  disabled: params('A setting the product requires to work is disabled in your browser ({what}). Please contact us at {email}.'),
  full: 'The storage of this browser is full. Free some space on this device before you sign in.',
  conflict: 'Extention conflict?',
  internetExplorer: params("Sorry, we don't support Internet Explorer {version}. Upgrade to Chrome."),
}
