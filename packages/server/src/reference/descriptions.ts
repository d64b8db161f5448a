// Describes the fields and groups of the API reference in words.

import { fieldDescriptions } from './field-descriptions.ts'

/** Returns the description of a field, or undefined. @param where the name of the call or object */
export function descriptionOf(where: string, field: string): string | undefined {
  if (field === 'active' && /^[A-Z]/.test(where))
    return 'False for a deleted object, which has only `iden`, `created` and `modified` left.'
  if (field === 'iden' && /^[A-Z]/.test(where)) return 'Unique identifier: opaque, URL-safe, never reused.'
  return descriptions[`${where}.${field}`] ?? descriptions[field]
}

/** The groups of the reference. A call belongs to the first group that matches its path. */
const groups: [name: string, does: string, paths: RegExp][] = [
  [
    'Account',
    'Sign-in, access tokens and connected identities.',
    /^\/(v2\/(users|accounts|authenticate)|v3\/(elevate|factors|passkey|change-email|check-email|confirm-email|send-proof|prove-email|usage|sessions|sign-out|access-tokens|create-access|delete-all-access|device-sign-in|phone-sign-in|providers|export)|provider)/,
  ],
  [
    'Pushes',
    'Notes, links and files for devices, people, channels and users of an app.',
    /^\/(v2\/(pushes|scheduled_pushes|history)|v3\/search)/,
  ],
  ['Devices', "The account's browsers, phones and computers.", /^\/(v2\/devices|v3\/.*web-push)/],
  [
    'Files',
    'Uploads as a whole and in pieces. Anyone who knows the URL of a file can download it.',
    /^\/(v2\/upload|v3\/(upload|start-upload|get-upload|finish-upload|abort-upload)|files)/,
  ],
  [
    'Live',
    'The live stream of changes, and messages that are relayed without being stored.',
    /^\/(websocket|subscribe|streaming|v2\/ephemerals|v3\/((set|get)-app-state|report-typing|online))/,
  ],
  ['Sync', 'All objects of the account, or those changed since the last sync.', /^\/v2\/(everything|sync|read_markers|drafts)/],
  [
    'People',
    'Chats, contacts, blocks, suggestions and invitations.',
    /^\/(v2\/(chats|contacts|blocks)|v3\/(.*-targets|send-invite|invitations|check-invitation))/,
  ],
  ['Channels', 'Channels and subscriptions.', /^\/v2\/(channel|subscriptions)/],
  [
    'Sources',
    'Named senders, to which programs write with a token of their own.',
    /^\/(v2\/sources|v3\/(hooks|outgoing-webhooks))/,
  ],
  ['Texts', 'SMS sent by a phone of the account.', /^\/(v2\/texts|v3\/(.*-text|sms-gateway-code))/],
  ['Permanents', 'Data that programs store under a key.', /^\/(v2\/permanents|v3\/(get|set)-permanent)/],
  ['Apps', 'OAuth clients and grants.', /^\/(oauth2|v2\/(clients|grants))/],
  ['Plans', 'Pro and its checkout.', /^\/v3\/(upgrade|downgrade|resume-pro|create-paypal|checkout)/],
  [
    'Server',
    'Support, administration and monitoring.',
    /^\/(v2\/error-report|v3\/(admin|audit|server|network-address|unsubscribe)|healthz|metrics|openapi)/,
  ],
]

/** Returns the name of a path's group. */
export function groupOf(path: string): string {
  return groups.find(([, , paths]) => paths.test(path))?.[0] ?? 'Other'
}

export const groupDescriptions: readonly { name: string; does: string }[] = groups.map(([name, does]) => ({ name, does }))

const jobStates =
  '`failed`: no longer tried; `retrying`: failed and tried again; `running`; `due`: waits for its turn; `later`: waits for its time.'

/** Descriptions of fields, named as in `field-descriptions.ts`. */
export const administrationDescriptions: Readonly<Record<string, string>> = {
  // Administrators.
  search: 'Part of an email address or a name.',
  setup: 'True until the first account exists, where only the link that the server printed creates it.',
  only: 'Only administrators, people with Pro, or suspended people.',
  order: 'Newest first (the default), last seen first, most storage first, or by email address.',
  people: 'The people.',
  'listPeople.total': 'Number of people on all pages.',
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
  entries: 'The entries, newest first.',
  'listAuditEntries.kind': '`administrators`: what administrators did; `people`: security events of people. Both without it.',
  own: 'Whether it was done in the account itself: by its owner, or by another person who got into it.',
  act: 'What was done.',
  by: "The administrator. Absent for a command on the server's machine, and for what was done in the account itself.",
  about: 'Email address of the person concerned.',
  details: 'More about the act, without secrets.',
  'AuditEntry.created': 'When it was done, in seconds since 1970.',
  'AuditEntry.count': 'How often it was done, if an account made so many events within a day that the same ones were counted.',
  'AuditEntry.last': 'When it was done last, in seconds since 1970, if `count` is there.',

  // The server.
  server_name: 'The name of the server, as pages and emails show it.',
  picture: 'The picture of the server: a data URL of a PNG, JPEG or WebP picture of at most 96 kB.',
  'ServerSettings.picture': 'The picture of the server: the URL, or `null` for the logo.',
  'setServerSettings.sign_up': 'Who may create an account: `open` everybody, `invite` people who were invited, `closed` no one.',
  'ServerSettings.sign_up': 'Who may create an account: `open` everybody, `invite` people who were invited, `closed` no one.',
  'getServer.sign_up': 'Who may create an account: `open` everybody, `invite` people who were invited, `closed` no one.',
  sign_up_domains:
    'Domains such as `example.org, example.com`: only email addresses of these may sign up. `null`: those of every domain.',
  'getServer.name': 'The name of the server.',
  picture_url: 'URL of the picture of the server, if it has one.',
  plans: '`off`: every account has what Pro gives, and nothing is sold. It cannot be switched off while subscriptions renew.',
  plans_off: 'Whether this server has no plans, so that every account has what Pro gives.',
  free_storage: 'Bytes that a free account may store.',
  pro_storage: 'Bytes that an account with Pro may store; `null`: as much as the disk holds.',
  paying: 'Number of accounts whose paid plan renews.',
  defaults: 'Settings to return to their defaults.',
  usual: 'The default.',
  source: 'Where the value comes from.',
  // Jobs, feeds and emails.
  'JobShown.state': jobStates,
  'WaitingMail.state': jobStates,
  'listJobs.state': jobStates,
  counts: 'Number of jobs in each state.',
  jobs: 'The jobs, those in trouble first.',
  attempt: 'How often the current part of the job was tried.',
  next: 'When it is tried next, in seconds since 1970.',
  'JobShown.error': 'Why the last attempt failed.',
  'JobShown.type': 'What the job does.',
  'WaitingMail.error': 'Why the last attempt failed.',
  'FailingFeed.error': 'Why the feed could not be read.',
  'FailingFeed.iden': 'The channel.',
  'FailingFeed.owner': 'Email address of the owner of the channel.',
  idens: 'The jobs to retry. Without them, all that have failed, or those of a type.',
  'retryJobs.type': 'Retries only jobs of this type, e.g. `mail`.',
  retried: 'Number of jobs that are tried again.',
  feeds: 'Channels whose feeds cannot be read.',
  works: 'Whether the feed can be read; absent if reading it takes longer than 20 seconds.',
  failures: 'Number of failures since the feed was last read.',
  since: 'Since when it has been failing, in seconds since 1970.',
  way: '`smtp`: a mail server; `folder`: emails are kept as files and not sent.',
  where: 'Host and port of the mail server, or the path of the folder.',
  sender: 'The address that emails come from.',
  waiting: 'Number of emails that are not sent yet.',
  given_up: 'Number of emails that are no longer tried.',
  mails: 'The emails that are not sent yet, without their texts.',
  to: 'The receiver.',
  'RefusedMail.created': 'When it was refused, in seconds since 1970.',
  'RefusedMail.error': 'What the mail server said.',
  'listRefusedMails.mails': 'The refused emails, newest first, without their texts.',
  'dismissRefusedMails.iden': 'The email. Without it, all are removed.',
  'dismissRefusedMails.dismissed': 'Number of emails that were removed.',
  'sendTestMail.email': 'Where to send the test.',
  sent: 'Whether the mail server took the email, or the file was written.',
  answer: 'What the mail server said, or the name of the file.',
  problem: 'Why it was not sent.',
  // Backups.
  'createBackup.files': 'Whether the files of people are part of it; they are unless told otherwise.',
  'createBackup.url': 'The link to the download.',
  'getBackups.database': 'Where rows are stored. A backup can be downloaded where it is SQLite.',
  'getBackups.files': 'Where files are stored. A backup has those on the disk.',
  folder: 'Path of the data folder.',
  database_bytes: 'Bytes of the database.',
  file_bytes: 'Bytes of all files.',
  last: 'When an administrator last made a backup, in seconds since 1970.',
  'getBackups.by': 'The administrator who made it. Absent for the command line.',
  // Messages to support.
  'Report.created': 'When the newest of those that are alike came, in seconds since 1970.',
  'Report.kind': '`message`: a person wrote it; `error`: a report of an error, with diagnostics.',
  'getReport.kind': '`message`: a person wrote it; `error`: a report of an error, with diagnostics.',
  'Report.error': 'The error, in one line.',
  'getReport.error': 'The error, in one line.',
  'Report.body': 'What the person wrote; in a list only the beginning.',
  'answerReport.body': 'The answer.',
  'Report.reply_to': 'The address to answer to, as the person typed it.',
  'getReport.reply_to': 'The address to answer to, as the person typed it.',
  'Report.account': 'Email address of the account that it was sent from.',
  'getReport.account': 'Email address of the account that it was sent from.',
  alike: 'How many are alike.',
  first: 'When the first of those that are alike came, in seconds since 1970.',
  done: 'Whether an administrator was done with it.',
  answered: 'When it was answered, in seconds since 1970.',
  reports: 'Messages and reports, newest first.',
  open: 'Number of messages and reports that are not done.',
  'getReport.address': 'Network address of the sender.',
  'getReport.data': 'Diagnostics, as the program sent them.',
  // Storage and version.
  'getStorage.files': 'Files that are stored, and their bytes.',
  'getVersion.files': 'Where files are stored.',
  messages: 'Bytes of all messages.',
  unfinished: 'Uploads that are not finished, and the bytes that are reserved for them.',
  disk: 'Bytes of the disk of the data folder, where the server stores something in it.',
  'getStorage.accounts': 'The accounts that store most.',
  used: 'Bytes that the account stores.',
  most: 'Bytes that the account may store; `null`: as much as the disk holds.',
  version: 'Version of Waypost.',
  node: 'Version of Node.js.',
  system: 'The operating system.',
  database: 'Where rows are stored.',
  bus: 'What connects the nodes.',
  mail: 'How emails are sent.',
  https: 'HTTPS, where the server serves it itself.',
  domain: 'The name that the server serves HTTPS under.',
  certificates: 'Where certificates come from.',
  ends: 'When the certificate of the node that answers ends, in seconds since 1970; missing before the first one.',
  'getVersion.failure': 'What failed since that certificate came, in a sentence.',
  retry: 'When another certificate is asked for after a failure, in seconds since 1970.',
  'getVersion.phones': 'The phones of one account that the node that answers is the peer of itself, where it is set to be.',
  'getVersion.account': 'The address of the account.',
  running: 'Whether the program that speaks to phones runs.',
  'getVersion.problem': 'What keeps it from speaking to phones, in a sentence.',
  migration: 'The newest migration of the database.',
  started: 'When the node was started, in seconds since 1970.',
  nodes: 'The nodes that answered within a moment.',
  variable: 'The environment variable that sets the value. Administrators cannot change it.',
}

const descriptions: Readonly<Record<string, string>> = { ...administrationDescriptions, ...fieldDescriptions }
