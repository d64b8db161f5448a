// What these screens say, in English.

import { emailAddressLabel, tryAgain } from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

export const supportAnswers = {
  title: 'Possible answers',
  none: 'Answers that may help appear here while you write.',
  found: count({ one: '{count} possible answer', other: '{count} possible answers' }),
}

export const supportForm = {
  name: 'Name',
  email: emailAddressLabel,
  message: 'Message',
  noEmail: 'Where should the answer go? Write an address like name@example.org.',
  short: 'Could you please make your message a little longer? More info can make a big difference to us.',
  counter: params('{length}/{least}'),
  send: 'Send us a message',
  subject: params('Message from {name}'),
  failed: params('The message was not sent: {reason}'),
}

export const support = {
  title: 'Get in touch:',
  mail: 'Or send an email to',
  thanks: 'Thanks!',
  sent: 'Your message is on its way to the operator of this server. They will reply to the address that you gave.',
  another: 'Write another message',
}

export const getHelp = { label: 'Get help' }

export const unsubscribeWords = {
  stopping: 'Stopping the emails',
  failed: "Couldn't stop the emails. Try again.",
  retry: tryAgain,
  support: 'Write to us',
  stopped: params('{email} gets no more emails from this server.'),
  again: 'Get emails again',
  back: 'You get emails again',
  allowed: params('{email} gets emails from this server again.'),
  stopAgain: 'Stop the emails',
}
