// Describes the fields of the calls of administrators.

/** Descriptions of fields by name, as in `descriptions.ts`. */
export const administrationDescriptions: Record<string, string> = {
  search: 'Part of an email address or a name.',
  setup: 'True until the first account exists, where only the link that the server printed creates it.',
  only: 'Only administrators, people with Pro, or suspended people.',
  order: 'Newest first (the default), last seen first, most storage first, or by email address.',
  people: 'The people.',
  total: 'Number of people on all pages.',
  last_seen: 'When a token of the person was last used, in seconds since 1970, within a few minutes.',
  storage: 'Bytes of pushes and files.',
  sessions: 'Devices that are signed in.',
  'Person.storage_limit': 'Bytes that the account may store. Absent without a limit.',
  own_storage_limit: 'Whether an administrator set this limit for the account, in place of what its plan gives.',
  'setStorageLimit.bytes': 'Bytes that the account may store. Without it, the limit of its plan holds again.',
  suspended: 'Since when the account is suspended, in seconds since 1970.',
  'ChannelInfo.suspended': 'Whether the account of the owner is suspended. The channel shows no posts then.',
  'Account.opened_by': 'The administrator who uses this session for support.',
  'Person.plan': 'What the person has bought, or `given` by an administrator.',
  'endSessionsOf.ended': 'Number of sessions that were ended.',
  'deletePerson.email': 'The email address of the person, as a confirmation.',
  entries: 'The acts, newest first.',
  act: 'What was done.',
  by: "The administrator. Absent for a command on the server's machine.",
  about: 'Email address of the person concerned.',
  details: 'More about the act, without secrets.',
  'AuditEntry.created': 'When it was done, in seconds since 1970.',
}
