import { limits } from '@waypost/protocol'

/** What the fields of calls and objects mean, for people: by name, and by `callName.field` or `ObjectName.field` where a name means more than one thing. */
const words: Record<string, string> = {
  // Of every object, and of every list.
  iden: 'The object, by its iden.',
  active: 'Whether to leave deleted objects out.',
  active_only: 'The same as `active`.',
  created: 'When it was made, in seconds since 1970.',
  modified: 'When it was changed last, in seconds since 1970; rises with every change of the account.',
  limit: `The most objects to answer, up to ${limits.pageSize}, which is also what is meant without it.`,
  cursor: 'Where the next page begins, as the page before answered it.',
  modified_after: 'Only what changed after this time, in seconds since 1970.',

  // People and ways in.
  id: 'The upload.',
  'Account.id': 'The same as `iden`.',
  email: 'Email address.',
  email_normalized: 'The address in lower case: two spellings of one mailbox are one person.',
  name: 'A name for people to read.',
  image_url: 'Address of a picture.',
  password: `From ${limits.passwordLength.least} to ${limits.passwordLength.most.toLocaleString('en')} characters.`,
  access_token: 'What the identity provider handed out.',
  type: 'The kind.',
  'authenticate.type': 'The identity provider; see `listProviders`.',
  'addAccount.type': 'The identity provider; see `listProviders`.',
  'importTargets.type': 'The identity provider that keeps the contacts.',
  tracking: 'Anything; it is not kept.',
  api_key: 'A token of the account; only in the answer to a sign-in.',
  pro: 'Whether the account has Pro.',
  plan_id: 'The plan.',
  pro_until: 'When Pro ends, for an account that has cancelled it.',
  preferences: 'What the web client keeps for its owner.',
  reply_count_quota: 'Whether the texts of this month come near their limit.',
  referred_count: 'How many people came by an invitation of this account.',
  referrer_iden: 'Who invited this account.',
  admin: 'Whether this person looks after the server.',
  max_upload_size: 'The most bytes that one file may have.',
  primary: 'Whether this way to sign in is the first one, which stays.',
  user: 'Who it is.',
  with: 'The person at the other end.',
  is_user: 'Whether there is an account under the address.',
  query: 'How a word of the name or the address begins.',

  // Pushes.
  title: 'Title.',
  body: 'Text of the message.',
  url: 'Address that a link leads to.',
  'createPush.type': 'What it is; without one, what its fields make of it.',
  'Push.type': 'What it is.',
  'createPush.email': 'Whom to send it to: a person with an account gets a push, anybody else a mail.',
  'createPush.name': 'Of an address push, in place of `title`.',
  'Push.name': 'Of an address push; the same as `title`, which older programs read here.',
  address: 'Of an address push; the same as `body`, under the name that older programs know.',
  items: 'Of a list push; the lines of `body`, under the name that older programs know.',
  dismissed: 'Whether somebody has seen it on one of the devices.',
  guid: 'A name that the program made up: when it comes again, nothing is done twice.',
  'setAppState.guid': 'A name that the app made up for itself.',
  device_iden: 'Only to this device of the account.',
  channel_tag: 'Tag of a channel.',
  client_iden: 'An OAuth client of the account: to all who let it in.',
  source_device_iden: 'The device that sends it.',
  target_device_iden: 'The device that it is for.',
  direction: 'To oneself, to somebody else, or from somebody else.',
  sender_iden: 'Who sent it.',
  sender_email: "The sender's address.",
  sender_email_normalized: "The sender's address in lower case.",
  sender_name: "The sender's name, or the channel's or the app's.",
  sender_image_url: "The sender's picture.",
  receiver_iden: 'Who got it.',
  receiver_email: "The receiver's address.",
  receiver_email_normalized: "The receiver's address in lower case.",
  channel_iden: 'The channel that it came by.',
  email_skipped: 'True where the receiver has no account and no email was sent either: a daily limit of emails was reached.',
  awake_app_guids: 'Apps that a person was looking at when it came; it is dismissed then.',
  self: 'Only pushes to oneself.',
  'listPushes.email': 'Only pushes from and to this person.',
  'listPushes.channel_tag': 'Only pushes of this channel.',
  'listPushes.client_iden': 'Only pushes of this OAuth client.',
  conversation:
    '`self`, `email:<address>`, `channel:<iden>`, `client:<iden>`, or `device:<iden>` for what went to or came from a device.',
  created_before: 'Only what was created before this time.',
  more: 'Whether there are older ones.',
  file_name: 'Name of the file.',
  file_type: 'Media type of the file.',
  file_url: 'Where the file is, as the upload answered it.',
  file_size: 'Bytes of the file, where this server keeps it.',
  image_width: 'Width of the picture.',
  image_height: 'Height of the picture.',
  size: 'Bytes that the file has.',
  'startUpload.type': 'Media type of the file.',
  'startUpload.name': 'Name of the file.',

  // Devices.
  nickname: 'What its owner calls it.',
  generated_nickname: 'Whether the nickname was made up by the program.',
  manufacturer: 'Who made it.',
  model: 'Which model it is.',
  kind: 'The same as `type`, for older programs.',
  'Device.type': 'chrome, firefox, opera, safari, windows, mac, android, ios, linux and others.',
  'createDevice.type': 'chrome, firefox, opera, safari, windows, mac, android, ios, linux and others.',
  'updateDevice.type': 'chrome, firefox, opera, safari, windows, mac, android, ios, linux and others.',
  icon: 'desktop, browser, website, laptop, tablet, phone, watch or system.',
  pushable: 'Whether it can get pushes.',
  app_version: 'Version of the program that runs on it.',
  fingerprint: 'What tells this device from all others, in the words of its program.',
  key_fingerprint: 'Tells which password encrypts its messages, and nothing of the password.',
  push_token: 'Under which a service of its maker reaches it.',
  has_sms: 'Whether it sends texts.',
  has_mms: 'Whether it sends pictures as texts.',
  remote_files: 'Whether its files can be asked for.',

  // Channels.
  tag: 'Tag of the channel.',
  description: 'What it is about.',
  website_url: 'Address of its website.',
  feed_url: 'A feed whose new items are posted.',
  feed_filters: 'Conditions that an item of the feed must meet, all of them.',
  feed_error: 'Why the feed could not be read the last time; absent while it can.',
  clear_feed: 'Stops reading the feed.',
  subscribe: 'Whether its owner follows it too.',
  muted: 'Whether its messages come without a notification.',
  subscriber_count: 'How many follow it.',
  no_recent_pushes: 'Whether to leave the latest pushes out.',
  recent_pushes: 'The latest pushes.',
  push_iden: 'One push of the channel to answer beside the others.',
  push: 'What to relay, as it is.',
  'ChannelInfo.push': 'The push that was asked for.',
  channel: 'The channel.',
  field: 'Which part of the item to look at.',
  operator: 'How to compare it.',
  value: 'With what to compare it.',
  not: 'Whether items that meet it are left out instead.',
  ignore_case: 'Whether letters of either case are the same.',

  // Apps.
  client: 'The app.',
  client_id: 'Public name of the OAuth client.',
  client_secret: 'What only the app knows. It may come as Basic authorization instead.',
  redirect_uri: 'Where the browser goes back to. Its path must be the registered one.',
  allowed_origin: "Origin of the app's pages.",
  response_type: 'What the app gets: a code to exchange, or a token at once.',
  scope: 'Ignored: an app gets everything that is not kept for the person.',
  state: 'Comes back as it was.',
  grant_type: 'Always `authorization_code`.',
  code: 'What the browser brought back.',

  // Live.
  targets: 'Ignored: all open streams of the account hear it.',
  'createEphemeral.type': 'Always `push`.',
  awake: 'Whether a person looks at the app.',

  // Texts and permanents.
  data: 'The data.',
  'createText.data': 'The message. With a password set, all but the phone is in `ciphertext`.',
  'createTextV2.data': 'The message. With a password set, all but the phone is in `ciphertext`.',
  'updateText.data': 'What is different now.',
  'Text.data': 'The message.',
  skip_delete_file: 'Whether the file outlives the text.',
  addresses: 'Numbers to send it to.',
  message: 'What it says.',
  timestamp: 'When it was written.',
  status: 'How far it is.',
  failure: 'Why it failed, where the phone says so. `cannot_open`: the phone does not have the key that it is encrypted with.',
  encrypted: 'Whether it is in `ciphertext`.',
  ciphertext: 'The message, encrypted end to end.',
  key: 'Name under which it is kept.',

  // Plans, help and administration.
  token_id: 'What the card checkout answered.',
  paypal_token: 'The approved transaction.',
  paypal_plan: 'The plan that was approved.',
  plan: 'The plan.',
  'upgradePro.type': 'Always `paypal`, when it is paid by wallet.',
  reply_to: 'Where to answer.',
  subject: 'What it is about, in a line.',
  reply_count: 'Texts sent this month.',
  'adminBecome.iden': 'The account, in place of its address.',
  error: 'What went wrong.',
  error_code: 'The code again, where some programs look for it.',
}

/** What a field means; undefined when nobody has said so. @param where name of the call or of the object */
export function wordsOf(where: string, field: string): string | undefined {
  if (field === 'active' && /^[A-Z]/.test(where))
    return 'False when it was deleted; then only `iden`, `created` and `modified` are left.'
  if (field === 'iden' && /^[A-Z]/.test(where)) return 'Its name for programs: opaque, URL-safe, never used again.'
  return words[`${where}.${field}`] ?? words[field]
}

/** The groups of the reference, by what the address begins with. The first that fits counts. */
const groups: [name: string, does: string, paths: RegExp][] = [
  [
    'Account',
    'Signing in, tokens, and the ways in to an account.',
    /^\/(v2\/(users|accounts|authenticate)|v3\/(create-access|delete-all-access|providers|export)|provider)/,
  ],
  ['Pushes', 'Notes, links and files, to devices, people, channels and users of an app.', /^\/v2\/(pushes|history)/],
  ['Devices', "The account's browsers, phones and computers.", /^\/v2\/devices/],
  [
    'Files',
    'Uploads in one go and in pieces. Whoever knows the address of a file can fetch it.',
    /^\/(v2\/upload|v3\/(upload|start-upload|get-upload|finish-upload|abort-upload)|files)/,
  ],
  [
    'Live',
    'The stream that says at once what happens, and messages that are relayed and never kept.',
    /^\/(websocket|subscribe|streaming|v2\/ephemerals|v3\/(set|get)-app-state)/,
  ],
  ['Sync', 'All objects at once: the first time, and what changed since.', /^\/v2\/(everything|sync)/],
  ['People', 'Chats, contacts, blocks, and whom to write to.', /^\/(v2\/(chats|contacts|blocks)|v3\/(.*-targets|send-invite))/],
  ['Channels', 'Channels, and following them.', /^\/v2\/(channel|subscriptions)/],
  ['Texts', 'Text messages by way of a phone.', /^\/(v2\/texts|v3\/.*-text)/],
  ['Permanents', 'Data that programs keep under a key.', /^\/(v2\/permanents|v3\/(get|set)-permanent)/],
  ['Apps', 'OAuth clients, and letting them in.', /^\/(oauth2|v2\/(clients|grants))/],
  ['Plans', 'Pro and its checkout.', /^\/v3\/(upgrade|downgrade|create-paypal|checkout)/],
  ['Server', 'Help, administration and operation.', /^\/(v2\/error-report|v3\/(admin|network-address)|healthz|metrics|openapi)/],
]

/** The group of an address. */
export function groupOf(path: string): string {
  return groups.find(([, , paths]) => paths.test(path))?.[0] ?? 'Other'
}

export const groupWords: readonly { name: string; does: string }[] = groups.map(([name, does]) => ({ name, does }))
