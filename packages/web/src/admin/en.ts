// What these screens say, in English.

import { actBy, actions, emailAddressLabel, linkOnly, openUntil, saveFailed, usedOfLimit } from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

const nothingYet = 'Nothing yet.'
const nothingWasFound = 'Nothing was found.'
const nameOrEmailAddress = 'Name or email address'
export const gigabytesWrong = 'Type a number of gigabytes from 0.001 to 1,000,000.'

export const adminWords = {
  title: 'Administration',
  tabs: 'Administration, by topic',
  refused: 'Only administrators of this server can open this.',
  home: 'Back to your pushes',
}

export const adminTabsWords = {
  people: 'People',
  invitations: 'Invitations',
  server: 'Server',
  storage: 'Storage',
  mail: 'Email',
  jobs: 'Jobs',
  support: 'Support',
  backups: 'Backups',
  audit: 'Audit log',
}

export const auditLog = {
  title: 'Audit log',
  lead: 'What administrators did, here and on the command line, and what people changed in the protection of their accounts. Entries are kept for a year. People read those about themselves in their settings.',
  search: 'Person',
  show: 'Show',
  administrators: 'What administrators did',
  people: 'What people changed',
  both: 'Both',
  act: 'Act',
  all: 'All acts',
  when: 'When',
  who: 'Who',
  what: 'What',
  about: 'About',
  none: nothingYet,
  noneFound: nothingWasFound,
}

export const adminInvitations = {
  inviteTitle: 'Invite a person',
  inviteLead: 'An invitation lets in one address, once, within two weeks. The person sees that it comes from you.',
  closed: 'No one can sign up at present. Invitations work once sign-up is by invitation or open to everybody:',
  settings: 'Sign-up in the tab Server',
  title: 'Invitations',
  lead: 'Who invited whom. A new link lasts two weeks from now; the earlier links keep working.',
  search: nameOrEmailAddress,
  show: 'Show',
  all: 'All invitations',
  open: 'Open',
  used: 'Signed up',
  revoked: 'Revoked',
  expired: 'Expired',
  none: 'No one has been invited yet.',
  noneFound: nothingWasFound,
  person: 'Invited',
  by: 'Invited by',
  state: 'State',
  actions: actions,
  until: params(openUntil),
  emailed: 'Emailed',
  linkOnly: 'Link only',
  makeLink: 'New link',
  makeLinkFor: params('Make a new link for {email}'),
  link: params('The new link for {email}'),
  linkMade: params('A new link for {email} is made.'),
  revoke: 'Revoke',
  revokeThis: params('Revoke the invitation of {email}'),
  wasRevoked: params('The invitation of {email} is revoked.'),
  failed: saveFailed,
}

export const adminInviteWords = {
  email: emailAddressLabel,
  invite: 'Invite',
  linkOnly: linkOnly,
  missing: 'Type the email address of the person.',
  invited: params('Invited {email}. The email is on its way. This link works too, if you want to hand it over yourself:'),
  notSent: params('Not sent to {email}: this server has no mail server. Here is the link, which you can hand over yourself:'),
  linked: params('The link for {email}. It was not emailed.'),
  link: params('The link for {email}'),
}

export const adminPeople = {
  title: 'People',
  total: count({ one: '{count} person', other: '{count} people' }),
  search: nameOrEmailAddress,
  show: 'Show',
  everybody: 'All people',
  administrators: 'Administrators',
  pro: 'People with Pro',
  suspended: 'Suspended people',
  order: 'Order',
  created: 'Newest first',
  last_seen: 'Last seen first',
  storage: 'Most storage first',
  email: 'By email address',
  noneFound: 'Nobody was found.',
  seen: params('Last seen: {time}'),
  never: 'Never seen',
  uses: params('{size} stored'),
}

export const adminMarks = { admin: 'Administrator', pro: 'Pro', suspended: 'Suspended' }

export const adminPerson = {
  all: 'All people',
  facts: 'About this account',
  email: emailAddressLabel,
  created: 'Signed up',
  seen: 'Last seen',
  never: 'Never',
  storage: 'Storage',
  of: params(usedOfLimit),
  sessions: 'Sessions',
  plan: 'Plan',
  free: 'Free',
  given: 'Pro, given by an administrator',
  monthly: 'Pro, paid monthly',
  yearly: 'Pro, paid yearly',
  administrator: 'Pro, as every administrator',
  suspended: 'Suspended since',
  done: 'Security events',
  nothing: nothingYet,
  entry: params(actBy),
}

export const adminStorageLimit = {
  title: 'Storage limit',
  planned: 'The plan of this person decides how much can be stored. A limit that you set here holds in its place.',
  own: 'An administrator has set this limit, in place of what the plan gives. A lower one deletes nothing.',
  limit: 'Limit, in GB',
  invalid: gigabytesWrong,
  save: 'Save limit',
  saved: 'Limit saved',
  back: 'Use the limit of the plan',
  usual: 'The limit of the plan holds now.',
}

export const personActs = {
  signIn: 'Sign-in',
  resetLead: 'A link to a new password works once, for 30 minutes. Give it to this person and to no one else.',
  reset: 'Create a password reset link',
  noReset: "Couldn't create the link. Try again.",
  link: 'Link to a new password',
  end: 'Sign out all devices',
  ended: 'All devices are signed out.',
  support: 'Sign in for support',
  supportLead:
    'You see what this person sees, for at most four hours. The person sees the session and reads of it in the settings. Tokens, passwords and apps stay out of reach.',
  rights: 'Plan and rights',
  givePro: 'Give Pro',
  gavePro: 'This person has Pro.',
  takePro: 'Take Pro',
  tookPro: 'This person has no Pro.',
  make: 'Make an administrator',
  made: 'This person is an administrator.',
  unmake: 'Remove administrator role',
  unmade: 'This person is no administrator.',
  suspend: 'Suspend',
  suspendLead:
    'A suspended person is signed out everywhere and cannot sign in; channels and files are not shown. Nothing is deleted, and what others send waits.',
  suspended: 'This person is suspended.',
  unsuspend: 'End the suspension',
  unsuspended: 'The suspension has ended.',
  adminFirst: 'An administrator cannot be suspended or deleted. Remove their administrator role first.',
  delete: 'Delete the account',
  deleteLead: 'All data of this person on this server is deleted: messages, devices, channels, files. It cannot be restored.',
  typed: params('Type {email} to confirm'),
  deleted: 'The account is deleted.',
  failed: saveFailed,
}
