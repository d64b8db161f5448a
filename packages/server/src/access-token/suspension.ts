// What the suspension of an account stops. Whatever enforces a line names it, and `administration/suspension.test.ts` tries each.

/** Each line says what happens instead. Everything works again when the suspension ends; nothing is deleted. */
export const stoppedBySuspension = {
  'signing in': '`account_suspended` once the password, code or link is right; a wrong one is refused as for anybody else',
  tokens: '`account_suspended` for sessions and for tokens of programs and apps, also in their caches; open streams end',
  passwords: '`account_suspended` for programs that send email address and password with each request',
  uploads: 'a running upload ends, and its address refuses further bytes',
  files: 'withheld from everybody: they may be the reason of the suspension',
  'channel posts': 'the channel says that it is suspended and shows none; its feed is not found',
  'channel directory': 'the channel is not listed',
  'feeds of channels': 'not read; their new items are posted after the suspension',
  'own apps': 'no consent and no token for the apps of a suspended developer',
  'tokens of sources': 'unknown to programs that send with them',
  'topics of sources': 'strangers can’t publish to an open topic',
  'scheduled pushes': 'not sent; each waits until its owner sends or deletes it',
  'web push': 'no browser is notified',
  'outgoing webhooks': 'not called; pushes of the last day are sent after the suspension',
  'SMS gateway': '`account_suspended` for its phones',
  'phones of the server': 'the companion beside the server stops',
} as const satisfies Record<string, string>

/** Something that a suspension stops. What others send to the account still arrives, and its owner may write to support. */
export type StoppedBySuspension = keyof typeof stoppedBySuspension
