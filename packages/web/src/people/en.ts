import { copied, copy, iAmSure, linkOnly, openUntil, removeNamed, tryAgain, wholeEmailAddress } from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

const nameOrEmail = 'Name or email'
const lookingForPeople = 'Looking for people you know…'

export const invitationList = {
  title: 'Your invitations',
  lead: 'Each works once, for one address, within two weeks.',
  open: params(openUntil),
  emailed: 'Emailed',
  link: 'Link only',
  used: 'Signed up',
  revoked: 'Revoked',
  expired: 'Expired',
  revoke: 'Revoke',
  revokeThis: params('Revoke the invitation for {name}'),
  wasRevoked: params('Invitation for {name} revoked.'),
  revoking: 'Revoking…',
  sure: iAmSure,
  notRevoked: 'Couldn’t revoke the invitation. Try again.',
  none: 'You haven’t invited anyone yet.',
}

export const inviteOne = {
  title: 'Invite your friends',
  lead: 'They get an email from you and appear here when they sign up with that address.',
  who: nameOrEmail,
  invite: 'Invite',
  makeLink: linkOnly,
  noneChosen: 'Choose someone from the list, or enter a full email address and press Enter.',
  here: params('{name} is already here.'),
  talk: 'Start talking',
  suggested: 'Suggested',
}

export const inviteSeveral = {
  title: 'Invite several',
  lead: 'People you know who aren’t here yet.',
  looking: lookingForPeople,
  none: 'No suggestions. People you write to appear here until they have an account.',
  failed: 'Couldn’t load suggestions. Try again.',
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
  done: count({ one: 'Invited {count} friend.', other: 'Invited {count} friends.' }),
  links: 'No emails sent. Share these links instead:',
  notDone: count({ one: 'Couldn’t send {count} invitation:', other: 'Couldn’t send {count} invitations:' }),
  again: 'Send again',
}

export const newPerson = {
  title: 'Find your friends',
  lead: 'Enter a name or an email address. Messages to people who aren’t here yet wait for them.',
  who: nameOrEmail,
  start: 'Start talking',
  whole: wholeEmailAddress,
  nobody: params('No one here has the address {email} yet. If it’s correct, your messages wait for them.'),
}

export const inviteOutcome = {
  inviting: params('Inviting {name}…'),
  invited: params('Invited {name}'),
  linked: params('No email sent to {name}. Share this link instead:'),
  link: params('Link for {name}, in case you want to share it yourself:'),
  failed: params('Couldn’t invite {name}.'),
  retry: tryAgain,
}

export const invitationLink = {
  copy: copy,
  copied: copied,
  copyThis: params('Copy the link for {name}'),
}

export const personPicker = { picked: 'Selected', remove: params(removeNamed) }

export const suggestionsWords = {
  title: 'Suggestions',
  looking: lookingForPeople,
  none: 'No suggestions yet.',
  failed: 'Couldn’t load suggestions. Try again.',
  retry: tryAgain,
}
