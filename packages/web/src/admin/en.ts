import { actBy, actions, emailAddressLabel, linkOnly, openUntil, saveFailed, usedOfLimit } from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

const nothingYet = 'Nothing yet.'
const nothingWasFound = 'No matches.'
const nameOrEmailAddress = 'Name or email address'
export const gigabytesWrong = 'Enter a number of gigabytes from 0.001 to 1,000,000.'

export const adminWords = {
  title: 'Administration',
  tabs: 'Administration topics',
  refused: 'Only administrators of this server can open this page.',
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
  lead: 'What administrators did, here and on the command line, and how people changed the security of their accounts. Entries are kept for a year. People see their own in their settings.',
  search: 'Person',
  show: 'Show',
  administrators: 'Administrator actions',
  people: 'Account security changes',
  both: 'Both',
  act: 'Action',
  all: 'All actions',
  when: 'When',
  who: 'By',
  what: 'Action',
  about: 'Account',
  none: nothingYet,
  noneFound: nothingWasFound,
}

export const adminInvitations = {
  inviteTitle: 'Invite someone',
  inviteLead: 'An invitation works once, for one email address, for two weeks. It shows that you sent it.',
  closed: 'Sign-up is closed. Invitations work once sign-up is open or by invitation:',
  settings: 'Sign-up settings',
  title: 'Invitations',
  lead: 'Who invited whom. A new link works for two weeks; earlier links keep working.',
  search: nameOrEmailAddress,
  show: 'Show',
  all: 'All invitations',
  open: 'Open',
  used: 'Signed up',
  revoked: 'Revoked',
  expired: 'Expired',
  none: 'No invitations yet.',
  noneFound: nothingWasFound,
  person: 'Invited',
  by: 'Invited by',
  state: 'State',
  actions: actions,
  until: params(openUntil),
  emailed: 'Emailed',
  linkOnly: 'Link only',
  makeLink: 'New link',
  makeLinkFor: params('Create a new link for {email}'),
  link: params('New link for {email}'),
  linkMade: params('New link for {email} created.'),
  revoke: 'Revoke',
  revokeThis: params('Revoke the invitation for {email}'),
  wasRevoked: params('Invitation for {email} revoked.'),
  failed: saveFailed,
}

export const adminInviteWords = {
  email: emailAddressLabel,
  invite: 'Invite',
  linkOnly: linkOnly,
  missing: 'Enter an email address.',
  invited: params('{email} is invited, and an email is on its way. You can also share this link:'),
  notSent: params('No email sent to {email}: this server has no mail server. Share this link instead:'),
  linked: params('Link for {email}, not emailed.'),
  link: params('Link for {email}'),
}

export const adminPeople = {
  title: 'People',
  total: count({ one: '{count} person', other: '{count} people' }),
  search: nameOrEmailAddress,
  show: 'Show',
  everybody: 'Everyone',
  administrators: 'Administrators',
  pro: 'With Pro',
  suspended: 'Suspended',
  order: 'Sort by',
  created: 'Newest',
  last_seen: 'Last seen',
  storage: 'Most storage',
  email: 'Email address',
  noneFound: 'No one found.',
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
  administrator: 'Pro, as an administrator',
  suspended: 'Suspended since',
  done: 'Security events',
  nothing: nothingYet,
  entry: params(actBy),
}

export const adminStorageLimit = {
  title: 'Storage limit',
  planned: 'This person’s plan sets how much they can store. A limit here replaces it.',
  own: 'This limit was set by an administrator and replaces the plan’s. Lowering it deletes nothing.',
  limit: 'Limit in GB',
  invalid: gigabytesWrong,
  save: 'Save limit',
  saved: 'Limit saved',
  back: 'Use the plan’s limit',
  usual: 'The plan’s limit applies again.',
}

export const personActs = {
  signIn: 'Sign-in',
  resetLead: 'A password reset link works once, for 30 minutes. Give it to this person only.',
  reset: 'Create a password reset link',
  noReset: 'Couldn’t create the link. Try again.',
  link: 'Password reset link',
  end: 'Sign out all devices',
  ended: 'All devices signed out.',
  support: 'Sign in as this person',
  supportLead:
    'You see what this person sees, for up to four hours. They see your session in their settings. Tokens, passwords and apps stay out of reach.',
  rights: 'Plan and role',
  givePro: 'Give Pro',
  gavePro: 'This person now has Pro.',
  takePro: 'Remove Pro',
  tookPro: 'This person no longer has Pro.',
  make: 'Make administrator',
  made: 'This person is now an administrator.',
  unmake: 'Remove administrator role',
  unmade: 'This person is no longer an administrator.',
  suspend: 'Suspend',
  suspendLead:
    'Suspending signs a person out everywhere and keeps them out. Their channels and files are hidden. Nothing is deleted, and messages to them wait.',
  suspended: 'This person is suspended.',
  unsuspend: 'Lift suspension',
  unsuspended: 'Suspension lifted.',
  adminFirst: 'You can’t suspend or delete an administrator. Remove their administrator role first.',
  delete: 'Delete account',
  deleteLead: 'This deletes all their data on this server: messages, devices, channels and files. You can’t undo this.',
  typed: params('Type {email} to confirm'),
  deleted: 'Account deleted.',
  failed: saveFailed,
}
