import { copy } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const announcements = {
  one: params('{name}: {text}'),
  many: params('{count} new messages from {name}'),
  elsewhere: params('New from {name}'),
  sent: 'Sent',
  notSent: params('not sent: {reason}'),
  fileNotSent: params('{name} not sent: {reason}'),
  uploaded: params('{name}: {part}'),
}

export const notices = {
  open: 'Open',
  copy: copy,
  reply: 'Reply',
  dismiss: 'Dismiss',
  placeholder: 'Your reply',
  reminder: params('Reminder: {words}'),
}
