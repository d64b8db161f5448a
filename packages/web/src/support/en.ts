import { emailAddressLabel, tryAgain } from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

export const supportAnswers = {
  title: 'Possible answers',
  none: 'Suggested answers appear here as you write.',
  found: count({ one: '{count} possible answer', other: '{count} possible answers' }),
}

export const supportForm = {
  name: 'Name',
  email: emailAddressLabel,
  message: 'Message',
  noEmail: 'Enter an email address for our reply, like name@example.org.',
  short: 'Could you please make your message a little longer? More info can make a big difference to us.',
  counter: params('{length}/{least}'),
  send: 'Send us a message',
  subject: params('Message from {name}'),
  failed: params('Couldn’t send your message: {reason}'),
}

export const support = {
  title: 'Get in touch:',
  mail: 'Or email',
  thanks: 'Thanks!',
  sent: 'Your message was sent to the operator of this server. They’ll reply by email.',
  another: 'Write another message',
}

export const getHelp = { label: 'Get help' }

export const unsubscribeWords = {
  stopping: 'Unsubscribing…',
  failed: 'Couldn’t unsubscribe you. Try again.',
  retry: tryAgain,
  support: 'Write to us',
  stopped: params('{email} no longer gets emails from this server.'),
  again: 'Resubscribe',
  back: 'You’re subscribed again',
  allowed: params('{email} gets emails from this server again.'),
  stopAgain: 'Unsubscribe',
}
