// Describes the fields and groups of the API reference in words.

import { limits, scopes } from '@waypost/protocol'
import { administrationDescriptions } from './administration-descriptions.ts'
import { operationDescriptions } from './operation-descriptions.ts'
import { publishedDescriptions } from './published-descriptions.ts'
import { pushDescriptions } from './push-descriptions.ts'
import { signInDescriptions } from './sign-in-descriptions.ts'
import { signUpDescriptions } from './sign-up-descriptions.ts'

/** Descriptions of fields by name. `callName.field` and `ObjectName.field` override the description of `field`. */
const descriptions: Record<string, string> = {
  ...publishedDescriptions,
  ...administrationDescriptions,
  ...signInDescriptions,
  ...pushDescriptions,
  ...operationDescriptions,
  ...signUpDescriptions,
  // Common fields of objects and lists.
  iden: 'Unique identifier of the object.',
  active: 'Whether to leave out deleted objects.',
  active_only: 'The same as `active`.',
  created: 'When the object was created, in seconds since 1970.',
  modified: 'When the object was last modified, in seconds since 1970; increases with every change in the account.',
  limit: `Maximum number of objects to return. Default and maximum: ${limits.pageSize}.`,
  cursor: 'Cursor of the next page, as returned with the previous page.',
  modified_after: 'Only objects modified after this time, in seconds since 1970.',

  // People and logins.
  'Account.id': 'The same as `iden`.',
  email: 'Email address.',
  email_normalized: 'Email address in lower case; addresses with the same value belong to the same person.',
  name: 'Display name.',
  image_url: 'URL of a picture.',
  password: `From ${limits.passwordLength.least} to ${limits.passwordLength.most.toLocaleString('en')} characters.`,
  new_password: `From ${limits.passwordLength.least} to ${limits.passwordLength.most.toLocaleString('en')} characters. Common ones are refused.`,
  ended: 'Number of other sessions that were signed out.',
  'adminCreateResetLink.url': 'The reset link. Give it only to the person with this address.',
  expires: 'Expiry time, in seconds since 1970.',
  token: 'The value of `reset` in the emailed link.',
  password_reset: 'Who sends links to reset a password: the server by email, or its administrator.',
  access_token: 'Access token issued by the identity provider.',
  type: 'Type.',
  'createAccessToken.name': 'What the token is for, e.g. the name of the program.',
  'createAccessToken.days': 'Number of days after which the token stops working. By default it works until it is revoked.',
  last_used: 'When the token was last used, in seconds since 1970, within a minute.',
  place: 'Where the token was last used: the code of a country (ISO 3166-1 alpha-2), or `local` for a private network.',
  current: 'Whether this is the session of the call.',
  opened_by: 'The administrator who opened the session to help the user.',
  'AccessToken.expires': 'When the token stops working, in seconds since 1970.',
  'authenticate.type': 'The identity provider; see `listProviders`.',
  'addAccount.type': 'The identity provider; see `listProviders`.',
  'importTargets.type': 'The identity provider that has the contacts.',
  tracking: 'Any object; it is not stored.',
  expires_in: 'Lifetime in seconds.',
  interval: 'Minimum polling interval in seconds.',
  api_key: 'A token of the account; only in the response to a sign-in.',
  pro: 'Whether the account has Pro.',
  plan_id: '`yearly` or `monthly`.',
  pro_until: 'When Pro ends, in seconds since 1970, if it is cancelled.',
  generated_access_token: 'Whether the user has created an access token.',
  preferences: 'Preferences of the web client.',
  reply_count_quota: 'Whether the SMS sent this month are near or over the limit.',
  referred_count: 'Number of people who signed up through an invitation of this account.',
  referrer_iden: 'The account that invited this one.',
  admin: 'Whether the user is an administrator of the server.',
  max_upload_size: 'Maximum size of a file in bytes.',
  primary: 'Whether this is the primary identity, which cannot be removed.',
  user: 'The user.',
  with: 'The other person in the chat.',
  is_user: 'Whether the address has an account.',
  query: 'Prefix of a word in the name or email address.',

  // Devices.
  nickname: 'Name that the user gave the device.',
  generated_nickname: 'Whether the program generated the nickname.',
  manufacturer: 'Manufacturer.',
  model: 'Model.',
  kind: 'The same as `type`, for older programs.',
  'Device.type': 'chrome, firefox, opera, safari, windows, mac, android, ios, linux and others.',
  'createDevice.type': 'chrome, firefox, opera, safari, windows, mac, android, ios, linux and others.',
  'updateDevice.type': 'chrome, firefox, opera, safari, windows, mac, android, ios, linux and others.',
  icon: '`desktop`, `browser`, `website`, `laptop`, `tablet`, `phone`, `watch` or `system`.',
  pushable: 'Whether the device can receive pushes.',
  app_version: 'Version of the program on the device.',
  fingerprint: 'Identifies the device, in a format chosen by its program.',
  key_fingerprint: 'Identifies the end-to-end encryption password of the device without revealing it.',
  push_token: "Push token of the platform's push service.",
  has_sms: 'Whether the device can send SMS.',
  has_mms: 'Whether the device can send pictures by MMS.',
  remote_files: 'Whether files can be requested from the device: `enabled` or `disabled`.',
  web_push: 'Whether the browser of the device gets notifications by Web Push.',
  public_key: 'An uncompressed point on the curve P-256, as base64url without padding.',
  'subscribeWebPush.device_iden': 'The device whose browser this is.',
  'unsubscribeWebPush.device_iden': 'The device.',
  endpoint: 'The `endpoint` of the `PushSubscription` of the browser: an `https` address of its push service.',
  p256dh: 'Its key `p256dh`, as base64url without padding.',
  auth: 'Its key `auth`, as base64url without padding.',
  app_guid: 'The `guid` with which the browser calls `setAppState`; while it is awake nothing is sent to it.',
  previous_endpoint: 'The endpoint that the browser had before, if it was replaced; its web push subscription ends.',

  // Channels.
  tag: 'Tag of the channel.',
  description: 'Description.',
  website_url: 'URL of the website.',
  feed_url: 'URL of a feed; its new items are posted to the channel.',
  'checkFeed.feed_url': 'URL of the feed to try.',
  item_count: 'Number of items in the feed.',
  feed_filters: 'Conditions that a feed item must meet to be posted, all of them.',
  feed_error: 'Why the last fetch of the feed failed; absent if it succeeded.',
  clear_feed: 'Removes the feed.',
  subscribe: 'Whether the owner follows the channel too.',
  muted: 'Whether new messages are shown without a notification.',
  subscriber_count: 'Number of followers.',
  no_recent_pushes: 'Whether to leave out the latest pushes.',
  'getChannelSummaries.tags': 'The tags of the channels, with commas between.',
  latest_post: 'The latest post, cut to a few words.',
  recent_pushes: 'The latest pushes.',
  push_iden: 'A push of the channel to return as `push`.',
  push: 'The message to relay, unchanged.',
  'ChannelInfo.push': 'The push requested by `push_iden`.',
  channel: 'The channel.',
  field: 'The part of the item to compare.',
  operator: 'The comparison.',
  value: 'The text to compare with.',
  not: 'Whether the condition is negated.',
  ignore_case: 'Whether to ignore case.',

  // Apps.
  client: 'The OAuth client.',
  client_id: 'Public identifier of the OAuth client.',
  client_secret: 'Secret of the OAuth client. May be sent as Basic authorization instead.',
  redirect_uri: 'Where to redirect the browser. Its path must be the registered one.',
  allowed_origin: "Origin of the app's pages.",
  response_type: '`code` for a code to exchange, `token` for a token at once.',
  scope: `Scopes separated by spaces: ${scopes.join(', ')}. By default \`everything\`, which permits every call but those for the user alone.`,
  scopes: 'What the token permits.',
  state: 'Returned unchanged with the redirect.',
  'OauthError.error': 'The code of RFC 6749.',
  error_description: 'The error as a sentence, in ASCII.',
  grant_type: 'Always `authorization_code`.',
  code_challenge: 'The challenge of PKCE (RFC 7636). The code is then exchanged with its `code_verifier` only.',
  code_challenge_method: '`S256`, or `plain`, which is the default.',
  code_verifier: 'The verifier of PKCE, if the request for the code had a `code_challenge`.',
  code: 'The code from the redirect.',

  // Live.
  targets: 'Ignored: all open streams of the account receive the message.',
  'createEphemeral.type': 'Always `push`.',
  awake: 'Whether the user is looking at the app.',

  // SMS and permanents.
  data: 'The data.',
  'createText.data': 'The message. If a password is set, all fields except the device and the guid are in `ciphertext`.',
  'createTextV2.data': 'The message. If a password is set, all fields except the device and the guid are in `ciphertext`.',
  'updateText.data': 'The fields to change.',
  'TextMessage.data': 'The message.',
  skip_delete_file: 'Whether to keep the file when the text is deleted.',
  addresses: 'Phone numbers of the recipients.',
  message: 'Text of the message.',
  timestamp: 'When the message was written.',
  status: '`queued`, `sent` or `failed`.',
  failure:
    'Why the text failed, if the phone reports it. `cannot_open`: the phone does not have the key that the text is encrypted with.',
  encrypted: 'Whether the message is in `ciphertext`.',
  ciphertext: 'The end-to-end encrypted message.',
  key: 'Key of the data.',

  // Plans, help and administration.
  'unsubscribe.token': 'Token in the links of the email.',
  undo: 'Whether to allow the emails again.',
  stopped: 'Whether no more emails are sent to the address.',
  token_id: 'Token returned by the card checkout.',
  paypal_token: 'Token of the approved transaction.',
  paypal_plan: 'The plan of the approved transaction.',
  plan: '`yearly` or `monthly`.',
  'upgradePro.type': '`paypal` for payment by wallet; omitted for payment by card.',
  reply_to: 'Email address for the answer.',
  subject: 'Subject.',
  reply_count: 'Number of SMS sent this month.',
  'adminBecome.iden': 'The account, as an alternative to `email`.',
  error: 'The error.',
  error_code: 'The error code, repeated for programs that read it here.',
}

/** Returns the description of a field, or undefined. @param where name of the call or the object */
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
    /^\/(websocket|subscribe|streaming|v2\/ephemerals|v3\/(set|get)-app-state)/,
  ],
  ['Sync', 'All objects of the account, or those changed since the last sync.', /^\/v2\/(everything|sync|read_markers|drafts)/],
  [
    'People',
    'Chats, contacts, blocks, suggestions and invitations.',
    /^\/(v2\/(chats|contacts|blocks)|v3\/(.*-targets|send-invite|invitations|check-invitation))/,
  ],
  ['Channels', 'Channels and subscriptions.', /^\/v2\/(channel|subscriptions)/],
  ['Texts', 'SMS sent by a phone of the account.', /^\/(v2\/texts|v3\/.*-text)/],
  ['Permanents', 'Data that programs store under a key.', /^\/(v2\/permanents|v3\/(get|set)-permanent)/],
  ['Apps', 'OAuth clients and grants.', /^\/(oauth2|v2\/(clients|grants))/],
  ['Plans', 'Pro and its checkout.', /^\/v3\/(upgrade|downgrade|resume-pro|create-paypal|checkout)/],
  [
    'Server',
    'Support, administration and monitoring.',
    /^\/(v2\/error-report|v3\/(admin|audit|server|network-address|unsubscribe)|healthz|metrics|openapi)/,
  ],
]

/** Returns the name of the group of a path. */
export function groupOf(path: string): string {
  return groups.find(([, , paths]) => paths.test(path))?.[0] ?? 'Other'
}

export const groupDescriptions: readonly { name: string; does: string }[] = groups.map(([name, does]) => ({ name, does }))
