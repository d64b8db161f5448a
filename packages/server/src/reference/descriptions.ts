// Describes the fields and groups of the API reference in words.

import { administrationDescriptions } from './administration-descriptions.ts'
import { fieldDescriptions } from './field-descriptions.ts'

const descriptions: Readonly<Record<string, string>> = { ...administrationDescriptions, ...fieldDescriptions }

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
