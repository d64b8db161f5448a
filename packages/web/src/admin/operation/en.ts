import { actions, chooseImage, deleteIt, deleting, nameAndPicture, retry, saved, saveFailed } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { gigabytesWrong } from '../en.ts'

const retryFailed = 'Couldn’t retry. Try again.'
const setByVariable = 'Set by {variable} when the server started. Change it there.'

export const serverBackups = {
  title: 'Backups',
  lead: 'A backup contains everything people sent, and their password hashes. Store it where only you can read it.',
  last: 'Last backup',
  never: 'None created here or on the command line',
  lastBy: params('{time}, by {name}'),
  commandLine: 'the command line',
  database: 'Database',
  files: 'Files',
  sized: params('{engine}, {size}'),
  inS3: 'S3: back it up with its own tools',
  folder: 'Data folder',
  withFiles: 'Include files',
  withFilesMore: 'Without them, the backup has all messages but not the files people sent.',
  download: 'Download backup',
  started: 'Download started.',
  failed: 'Couldn’t create the backup. Try again.',
  restore: 'To restore, unpack the backup into an empty folder and start the server with WAYPOST_DATA set to that folder.',
  line: 'Or on the server’s command line, even while the server runs:',
  postgres: 'The data is in PostgreSQL. Back it up first, then the files:',
}

export const jobStates = {
  failed: 'Failed, given up',
  retrying: 'Failed, will retry',
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
  feedsLead: 'Channel feeds that can’t be read. They are retried automatically, less and less often.',
  noFeed: 'All feeds work.',
  channel: 'Channel',
  problem: 'Problem',
  actions: actions,
  owner: params('#{tag}, owned by {owner}'),
  since: params('failing since {time}'),
  failures: count({ one: '{count} failure', other: '{count} failures' }),
  next: params('next try at {time}'),
  retry: retry,
  retryNow: 'Retry now',
  retryThis: params('Retry the feed of {name}'),
  retryJob: params('Retry the job {type}'),
  trying: params('Reading the feed of {name}…'),
  works: params('The feed of {name} works again.'),
  fails: params('The feed of {name} still can’t be read.'),
  jobs: 'Jobs',
  jobsLead: 'Background work. Failed jobs are retried for about a day.',
  show: 'Show',
  trouble: 'All but scheduled',
  none: 'No jobs running, due or failed.',
  noneSuch: 'No matching jobs.',
  job: 'Job',
  state: 'State',
  added: params('added {time}'),
  retryAll: 'Retry all failed',
  retried: count({ one: 'Retrying {count} job.', other: 'Retrying {count} jobs.' }),
  failed: retryFailed,
}

export const serverMail = {
  title: 'Sending',
  smtp: 'Mail server',
  folder: 'No mail server is set. Emails are saved as files instead, which you can open in a mail program or pass on.',
  where: 'Folder',
  sender: 'Sender',
  howto: 'To send email, start the server with WAYPOST_SMTP_URL.',
  test: 'Test',
  testLead: 'Sends an email now and shows the mail server’s answer.',
  to: 'Send a test email to',
  send: 'Send test email',
  sent: params('Sent. The mail server said: {answer}'),
  written: params('Saved as {answer}'),
  queue: 'Waiting emails',
  queueLead: 'Unsent emails are retried for about a day. Their content is hidden, as it may contain secrets.',
  none: 'No waiting emails',
  retryAll: 'Retry all',
  retry: retry,
  retryThis: params('Retry the email to {to}'),
  delete: deleteIt,
  deleteThis: params('Delete the email to {to}'),
  deleted: 'Email deleted.',
  retried: count({ one: 'Retrying {count} email.', other: 'Retrying {count} emails.' }),
  failed: retryFailed,
  mail: 'Email',
  state: 'State',
  actions: actions,
}

export const refusedMails = {
  title: 'Refused emails',
  lead: 'Emails that the mail server rejected for good, for example because the mailbox doesn’t exist. They aren’t retried, and stay listed for 30 days.',
  none: 'No refused emails.',
  mail: 'Email',
  problem: 'Problem',
  actions: actions,
  refused: params('Refused {time}'),
  dismiss: 'Dismiss',
  dismissThis: params('Dismiss the email to {to}'),
  dismissAll: 'Dismiss all',
  dismissed: count({ one: '{count} email dismissed.', other: '{count} emails dismissed.' }),
  failed: saveFailed,
}

export const serverName = {
  name: 'Server name',
  picture: 'Server picture',
  choose: chooseImage,
  remove: 'Use the logo',
  noPicture: 'This browser can’t show that file as an image. Choose a PNG, JPEG or WebP.',
  save: 'Save name and picture',
}

export const serverTab = {
  name: nameAndPicture,
  nameLead: 'Shown in the header, the window title, emails, on the sign-in page and on the installed app’s icon.',
  signUp: 'Sign-up',
  plans: 'Plans',
}

export const serverPlans = {
  on: 'Accounts are on the Free plan or buy Pro.',
  off: 'No plans: everyone has Pro features, and nothing is sold.',
  without: 'Without plans, everyone gets Pro features, and no page offers anything for sale.',
  again: 'With plans, accounts that haven’t bought Pro return to the Free limits. None of their data is deleted.',
  paying: count({
    one: 'One account pays for Pro. You can turn plans off once its subscription is canceled.',
    other: '{count} accounts pay for Pro. You can turn plans off once their subscriptions are canceled.',
  }),
  fixed: params(setByVariable),
  switchOff: 'Turn plans off',
  switchOn: 'Turn plans on',
  busy: 'Saving…',
}

export const serverVersion = {
  title: 'Version',
  version: 'Waypost',
  node: 'Node.js',
  system: 'System',
  database: 'Database',
  migration: 'Latest migration',
  bus: 'Bus',
  files: 'Files',
  mail: 'Email',
  https: 'HTTPS',
  httpsUntil: params('{domain}, certificate valid until {time}'),
  httpsNone: params('{domain}, no certificate yet'),
  httpsFailure: 'Certificate problem',
  phones: 'Phones',
  phonesOf: params('reachable, for {account}'),
  phonesOff: params('not reachable: {problem}'),
  phonesWait: 'starting',
  started: 'Started',
  nodes: 'Nodes',
  copy: 'Copy as text',
  copied: 'Copied. It contains no secrets.',
}

export const serverSetting = {
  fixed: params(setByVariable),
  chosen: params('Set by an administrator. The default is: {usual}.'),
  usual: 'This is the default.',
  useDefault: 'Use the default',
}

export const serverSettings = { saved: saved }

export const serverSignUp = {
  who: 'Who can create an account',
  open: 'Everyone',
  openMore: 'Anyone who can reach this server.',
  invite: 'Invited people',
  inviteMore: 'An invitation works once, for one email address.',
  closed: 'No one',
  closedMore: 'Existing accounts stay as they are.',
  save: 'Save sign-up',
}

export const serverDomains = {
  domains: 'Only addresses of these domains',
  help: 'For example: example.org, example.com. Leave empty to allow every domain. Applies to all ways to sign up, including invitations.',
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
  disk: 'Free disk space',
  of: params('{part} of {whole}'),
  both: params('{size} in {number}'),
  unlimited: params('{part}, unlimited'),
  largest: 'Largest accounts',
  nothing: 'Nothing stored yet.',
  account: 'Account',
  used: 'Stored',
  limits: 'Limits',
  limitsLead:
    'How much each account can store. Lowering a limit deletes nothing, but accounts above it can’t store anything new.',
  free: 'Free plan, in GB',
  pro: 'Pro, in GB',
  everybody: 'Everyone, in GB',
  noLimit: 'as much as the disk holds',
  invalid: gigabytesWrong,
  usual: params('The default is {usual}.'),
  save: 'Save limits',
}

export const serverSupport = {
  title: 'Support',
  lead: 'Support messages and error reports. Duplicates are listed once.',
  show: 'Show',
  open: 'Open',
  done: 'Done',
  none: 'No open messages.',
  noneDone: 'Nothing marked as done yet.',
  message: 'Message',
  times: params('{count} times'),
}

export const serverReport = {
  from: 'From',
  noAccount: 'Someone who wasn’t signed in',
  replyTo: 'Reply to',
  noAddress: 'No email address given',
  address: 'Network address',
  alike: 'Duplicates',
  alikeSince: params('{count}, first {time}'),
  answered: 'Answered',
  answer: 'Reply by email',
  send: 'Send reply',
  own: 'Reply in your mail program',
  sent: 'Reply sent, and message marked as done.',
  done: 'Mark as done',
  open: 'Reopen',
  marked: 'Marked as done.',
  opened: 'Reopened.',
  delete: deleteIt,
  deleteAll: count({ one: 'Delete it', other: 'Delete all {count}' }),
  deleted: 'Deleted.',
  deleting: deleting,
  failed: saveFailed,
  diagnostics: 'Diagnostics',
}
