// What these screens say, in English.

import { copied, copy, iAmSure, linkOnly, openUntil, removeNamed, tryAgain, wholeEmailAddress } from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

const nameOrEmail = 'Name or email'
const lookingForPeople = 'Looking for people you know'

export const invitationList = {
  title: 'Your invitations',
  lead: 'Each lets in its address alone, once, within two weeks.',
  open: params(openUntil),
  emailed: 'Emailed',
  link: 'Link only',
  used: 'Signed up',
  revoked: 'Revoked',
  expired: 'Expired',
  revoke: 'Revoke',
  revokeThis: params('Revoke the invitation of {name}'),
  wasRevoked: params('The invitation of {name} is revoked.'),
  revoking: 'Revoking...',
  sure: iAmSure,
  notRevoked: 'The invitation was not revoked',
  none: 'You have invited no one yet.',
}

export const inviteOne = {
  title: 'Invite your friends',
  lead: 'They get an email with your name in it, and find you here when they sign up with that address.',
  who: nameOrEmail,
  invite: 'Invite',
  makeLink: linkOnly,
  noneChosen: 'Pick someone first: choose from the list, or type a whole email address and press Enter.',
  here: params('{name} is here already.'),
  talk: 'Start talking',
  suggested: 'Suggested',
}

export const inviteSeveral = {
  title: 'Several at once',
  lead: 'People whom you know and who are not here yet.',
  looking: lookingForPeople,
  none: 'No suggestions. People you write to appear here until they have an account.',
  failed: "Couldn't load the list. Try again.",
  retry: tryAgain,
  everybody: 'Select all',
  selected: count({ one: '{count} selected', other: '{count} selected' }),
  invite: count({ one: 'Invite {count}', other: 'Invite {count}' }),
  inviteNobody: 'Invite',
  noneSelected: 'Select someone first.',
  progress: params('{done} of {all} sent'),
  waiting: 'Waiting',
  sending: 'Sending',
  invited: 'Invited',
  linked: 'Link ready',
  done: count({ one: '{count} friend is invited.', other: '{count} friends are invited.' }),
  links: 'Not sent. Here are the links, which you can hand over yourself:',
  notDone: count({ one: '{count} invitation was not sent:', other: '{count} invitations were not sent:' }),
  again: 'Send these again',
}

export const newPerson = {
  title: 'Find your friends',
  lead: 'Type a name or an email address. What you send waits for people who are not here yet.',
  who: nameOrEmail,
  start: 'Start talking',
  whole: wholeEmailAddress,
  nobody: params('Nobody here has the address {email} yet. If it is spelled right, what you send waits for them.'),
}

export const inviteOutcome = {
  inviting: params('Inviting {name}'),
  invited: params('Invited {name}'),
  linked: params('Not sent to {name}. Here is the link, which you can hand over yourself:'),
  link: params('The link for {name}, if you want to hand it over yourself:'),
  failed: params('{name} was not invited.'),
  retry: tryAgain,
}

export const invitationLink = {
  copy: copy,
  copied: copied,
  copyThis: params('Copy the link for {name}'),
}

export const personPicker = { picked: 'Chosen', remove: params(removeNamed) }

export const suggestionsWords = {
  title: 'Suggestions',
  looking: lookingForPeople,
  none: 'No suggestions yet.',
  failed: "Couldn't load suggestions. Try again.",
  retry: tryAgain,
}
