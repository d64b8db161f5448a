// What these screens say, in English.

import { actions, chooseImage, deleteIt, deleting, nameAndPicture, retry, saved, saveFailed } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { gigabytesWrong } from '../en.ts'

const retryFailed = "Couldn't retry. Try again."
const setByVariable = 'The server was started with {variable}, which sets this. Change it there.'

export const serverBackups = {
  title: 'Backups',
  lead: 'A backup has everything in it that people sent, and the hashes of their passwords. Keep it where only you can read it.',
  last: 'Last backup',
  never: 'None was made here or on the command line',
  lastBy: params('{time}, by {name}'),
  commandLine: 'the command line',
  database: 'Database',
  files: 'Files',
  sized: params('{engine}, {size}'),
  inS3: 'S3: back it up with its own tools',
  folder: 'Data folder',
  withFiles: 'With files',
  withFilesMore: 'Without them, the messages are there, but not the files that were sent.',
  download: 'Download a backup',
  started: 'The download has started.',
  failed: "Couldn't create the backup. Try again.",
  restore: 'To restore it, unpack the file into an empty folder and start the server with WAYPOST_DATA set to that folder.',
  line: 'On the command line of the server, whether it runs or not:',
  postgres: 'The rows are in PostgreSQL. Back it up first and the files after it:',
}

export const jobStates = {
  failed: 'Failed for good',
  retrying: 'Failed, tried again',
  running: 'Running',
  due: 'Due',
  later: 'Scheduled',
}

export const jobState = {
  attempts: count({ one: '{count} attempt', other: '{count} attempts' }),
  next: params('next {time}'),
}

export const serverJobs = {
  feeds: 'Failing feeds',
  feedsLead: 'Feeds of channels that could not be read. They are tried again by themselves, less and less often.',
  noFeed: 'Every feed can be read.',
  channel: 'Channel',
  problem: 'Problem',
  actions: actions,
  owner: params('#{tag}, of {owner}'),
  since: params('failing since {time}'),
  failures: count({ one: '{count} failure', other: '{count} failures' }),
  next: params('next try at {time}'),
  retry: retry,
  retryNow: 'Retry now',
  retryThis: params('Retry the feed of {name}'),
  retryJob: params('Retry the job {type}'),
  trying: params('The feed of {name} is being read.'),
  works: params('The feed of {name} can be read again.'),
  fails: params('The feed of {name} still cannot be read.'),
  jobs: 'Jobs',
  jobsLead: 'Work that is done in the background. What fails is tried again for about a day.',
  show: 'Show',
  trouble: 'All but scheduled ones',
  none: 'No job is running, due or failed.',
  noneSuch: 'There is no such job.',
  job: 'Job',
  state: 'State',
  added: params('added {time}'),
  retryAll: 'Retry all that failed',
  retried: count({ one: '{count} job is tried again.', other: '{count} jobs are tried again.' }),
  failed: retryFailed,
}

export const serverMail = {
  title: 'Sending',
  smtp: 'Mail server',
  folder:
    'No mail server is set. Emails are not sent: they are kept as files, which you can open with a mail program or pass on.',
  where: 'Folder',
  sender: 'Sender',
  howto: 'To send them, start the server with WAYPOST_SMTP_URL.',
  test: 'Test',
  testLead: 'Sends an email at once and shows what the mail server says.',
  to: 'Send a test email to',
  send: 'Send a test email',
  sent: params('Sent. The mail server said: {answer}'),
  written: params('Written to the file {answer}'),
  queue: 'Waiting emails',
  queueLead:
    'Emails that could not be sent are tried again for about a day. Their texts are not shown, as they may contain secrets.',
  none: 'No waiting emails',
  retryAll: 'Retry all',
  retry: retry,
  retryThis: params('Retry the email to {to}'),
  delete: deleteIt,
  deleteThis: params('Delete the email to {to}'),
  deleted: 'The email is deleted.',
  retried: count({ one: '{count} email is tried again.', other: '{count} emails are tried again.' }),
  failed: retryFailed,
  mail: 'Email',
  state: 'State',
  actions: actions,
}

export const refusedMails = {
  title: 'Refused emails',
  lead: 'Emails that the mail server refused for good, e.g. because there is no such mailbox. They are not tried again, and listed here for 30 days.',
  none: 'No email was refused.',
  mail: 'Email',
  problem: 'Problem',
  actions: actions,
  refused: params('Refused {time}'),
  dismiss: 'Dismiss',
  dismissThis: params('Dismiss the email to {to}'),
  dismissAll: 'Dismiss all',
  dismissed: count({ one: '{count} email is removed from the list.', other: '{count} emails are removed from the list.' }),
  failed: saveFailed,
}

export const serverName = {
  name: 'Name of the server',
  picture: 'Picture of the server',
  choose: chooseImage,
  remove: 'Use the logo',
  noPicture: 'This file is no image that the browser can show. Choose a PNG, JPEG or WebP image.',
  save: 'Save name and picture',
}

export const serverTab = {
  name: nameAndPicture,
  nameLead:
    'They stand in the header, in the title of the window, where people sign in, in emails and on the icon of the installed app.',
  signUp: 'Sign-up',
  plans: 'Plans',
}

export const serverPlans = {
  on: 'Accounts are on the Free plan or on Pro, which people buy.',
  off: 'There are no plans: everybody has what Pro gives, and nothing is sold.',
  without: 'Without plans everybody has what Pro gives, and no page offers to buy anything.',
  again:
    'With plans, accounts that have not bought Pro have the limits of the Free plan again. Nothing that they store is deleted.',
  paying: count({
    one: 'One account pays for Pro. Plans can be switched off once its subscription is cancelled.',
    other: '{count} accounts pay for Pro. Plans can be switched off once their subscriptions are cancelled.',
  }),
  fixed: params(setByVariable),
  switchOff: 'Switch plans off',
  switchOn: 'Switch plans on',
  busy: 'Switching...',
}

export const serverVersion = {
  title: 'Version',
  version: 'Waypost',
  node: 'Node.js',
  system: 'System',
  database: 'Database',
  migration: 'Newest migration',
  bus: 'Bus',
  files: 'Files',
  mail: 'Email',
  https: 'HTTPS',
  httpsUntil: params('{domain}, with a certificate until {time}'),
  httpsNone: params('{domain}, without a certificate yet'),
  httpsFailure: 'Certificate problem',
  phones: 'Phones',
  phonesOf: params('reached, for {account}'),
  phonesOff: params('not reached: {problem}'),
  phonesWait: 'being started',
  started: 'Started',
  nodes: 'Nodes',
  copy: 'Copy as text',
  copied: 'Copied. There is no secret in it.',
}

export const serverSetting = {
  fixed: params(setByVariable),
  chosen: params('An administrator has set this. The default is: {usual}.'),
  usual: 'This is the default.',
  useDefault: 'Use the default',
}

export const serverSettings = { saved: saved }

export const serverSignUp = {
  who: 'Who may create an account',
  open: 'Everybody',
  openMore: 'Anyone who can reach this server.',
  invite: 'People who are invited',
  inviteMore: 'An invitation lets in one address, once.',
  closed: 'No one',
  closedMore: 'Accounts that exist stay as they are.',
  save: 'Save sign-up',
}

export const serverDomains = {
  domains: 'Only addresses of these domains',
  help: 'Like example.org, example.com. Empty: addresses of every domain. It holds for every way to sign up, and for people who are invited.',
  every: 'every domain',
  save: 'Save domains',
}

export const serverStorage = {
  title: 'Storage',
  files: 'Files',
  fileCount: count({ one: '{count} file', other: '{count} files' }),
  uploadCount: count({ one: '{count} upload', other: '{count} uploads' }),
  messages: 'Messages',
  unfinished: 'Unfinished uploads',
  disk: 'Free on the disk',
  of: params('{part} of {whole}'),
  both: params('{size} in {number}'),
  unlimited: params('{part}, without a limit'),
  largest: 'Largest accounts',
  nothing: 'Nothing is stored yet.',
  account: 'Account',
  used: 'Stored',
  limits: 'Limits',
  limitsLead: 'How much each account may store. Lower limits delete nothing: accounts above them can store nothing new.',
  free: 'Free, in GB',
  pro: 'Pro, in GB',
  everybody: 'Everybody, in GB',
  noLimit: 'as much as the disk holds',
  invalid: gigabytesWrong,
  usual: params('The default is {usual}.'),
  save: 'Save limits',
}

export const serverSupport = {
  title: 'Support',
  lead: 'Messages from the support form, and reports of errors. Those that are alike stand here once.',
  show: 'Show',
  open: 'Open ones',
  done: 'Done ones',
  none: 'No message waits.',
  noneDone: 'Nothing was marked as done yet.',
  message: 'Message',
  times: params('{count} times'),
}

export const serverReport = {
  from: 'From',
  noAccount: 'Somebody who was not signed in',
  replyTo: 'Answer to',
  noAddress: 'No address was given',
  address: 'Network address',
  alike: 'Alike',
  alikeSince: params('{count}, the first {time}'),
  answered: 'Answered',
  answer: 'Answer by email',
  send: 'Send the answer',
  own: 'Write in your mail program',
  sent: 'The answer is sent, and the message is done.',
  done: 'Mark as done',
  open: 'Open again',
  marked: 'It is done.',
  opened: 'It is open again.',
  delete: deleteIt,
  deleteAll: count({ one: 'Delete it', other: 'Delete all {count}' }),
  deleted: 'It is deleted.',
  deleting: deleting,
  failed: saveFailed,
  diagnostics: 'Diagnostics',
}
