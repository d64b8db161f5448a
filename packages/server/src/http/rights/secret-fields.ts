// The table of fields that are secrets or lead to one, with who may see each. `hide.ts` applies it to everything sent over the wire, a test
// finds missing fields, and docs/security.md shows it.

import type { Caller } from '../../caller.ts'

/** The kinds of viewers. `program`: a token for programs, whatever its scopes; `export`: an export of the account. */
export type Viewer = 'session' | 'support' | 'program' | 'app' | 'export' | 'anyone'

/** The kind of viewer of a caller. */
export function viewerOf({
  client,
  session,
  support,
}: Pick<Caller, 'client' | 'session' | 'support'>): Exclude<Viewer, 'export'> {
  if (support !== null) return 'support'
  if (client !== null) return 'app'
  return session ? 'session' : 'program'
}

interface SecretFields {
  /**
   * The fields: a name stands for the field wherever it is, and `call:path` for one field of the response to a call, which comes first.
   * `[]` stands for the elements of a list of objects.
   */
  readonly fields: readonly string[]
  readonly what: string
  /** Who may see it. `caller`: everyone who may make the call, but only in its response. */
  readonly seenBy: readonly Viewer[] | 'caller'
  readonly why: string
}

const everybody: readonly Viewer[] = ['session', 'support', 'program', 'app', 'export', 'anyone']

export const secretFields: readonly SecretFields[] = [
  {
    fields: ['client_secret'],
    what: 'the secret of an app',
    seenBy: ['session'],
    why: 'It works until the app is deleted, so longer than a token or a session for support.',
  },
  {
    fields: ['listOutgoingWebhooks:outgoing_webhooks[].url', 'createOutgoingWebhook:url', 'updateOutgoingWebhook:url'],
    what: 'where an outgoing webhook leads',
    seenBy: ['session'],
    why: 'Such an address often is the only secret of the service behind it.',
  },
  {
    fields: ['push_token'],
    what: 'the push endpoint of a device',
    seenBy: ['session', 'program'],
    why: 'Programs that are devices look at their own. Apps, support and exports need none.',
  },
  {
    fields: ['key_fingerprint'],
    what: 'the hash of the key of an end-to-end password',
    seenBy: ['session', 'support', 'program'],
    why: 'Companions and web clients compare it before they send. It allows guesses of the password to be tested, so no app gets it.',
  },
  {
    fields: ['topic'],
    what: 'the topic of a source',
    seenBy: ['session', 'support', 'program', 'export'],
    why: 'Programs write under it. Whoever knows that of an open source may write to it, which is all that it opens.',
  },
  {
    fields: ['file_url', 'image_url', 'sender_image_url', 'icon_url'],
    what: 'the address of a file or a picture',
    seenBy: everybody,
    why: 'Whoever may read a message may open its file. No message contains the address of an export.',
  },
  {
    fields: ['actions', 'feed_url'],
    what: 'what buttons of a message send, and the address of a feed',
    seenBy: everybody,
    why: 'Whoever may read the message carries its actions out; whoever may manage channels manages their feeds. Both are as somebody wrote them.',
  },
  {
    fields: ['exportData:file_url'],
    what: 'the link to an export',
    seenBy: 'caller',
    why: 'It opens what the caller may read anyway, for a week. It is emailed, too; the push about it leads to the settings.',
  },
  {
    fields: ['api_key'],
    what: 'the token of a session',
    seenBy: [],
    why: 'No object contains it: the server has its hash alone.',
  },
  {
    fields: ['authenticate:api_key', 'access_token'],
    what: 'a new token',
    seenBy: 'caller',
    why: 'The server keeps a hash, and shows no token again.',
  },
  {
    fields: ['ntfy_token', 'gotify_token'],
    what: 'the new tokens of a source',
    seenBy: 'caller',
    why: 'They write to that source and do nothing else. The server keeps hashes.',
  },
  {
    fields: ['createOutgoingWebhook:secret'],
    what: 'the key that signs what an outgoing webhook sends',
    seenBy: 'caller',
    why: 'It is shown once, to the session that makes the webhook.',
  },
  {
    fields: [
      'startCodes:secret',
      'startCodes:uri',
      'confirmCodes:recovery_codes',
      'createRecoveryCodes:recovery_codes',
      'startPasskey:options',
      'startElevation:options',
      'startPasskeySignIn:options',
      'startPasskeySignUp:options',
    ],
    what: 'the secrets of factors: one-time codes, recovery codes, challenges of passkeys',
    seenBy: 'caller',
    why: 'They are shown once, to the browser that sets the factor up or uses it.',
  },
  {
    fields: [
      'startDeviceSignIn:device_code',
      'startDeviceSignIn:user_code',
      'startDeviceSignIn:verification_uri_complete',
      'findDeviceSignIn:user_code',
      'localSignUp:handle',
      'finishPasskeySignUp:handle',
      'startPhoneSignIn:address',
      'authorize:code',
      'authorize:redirect_uri',
      'createGatewayCode:code',
      'createGatewayCode:address',
      'signOut:continue_at',
    ],
    what: 'codes, handles and addresses of a sign-in that goes on, of a sign-out at the provider, or of an app or phone that is let in',
    seenBy: 'caller',
    why: 'They work once and for minutes, and are shown to whoever starts or answers it.',
  },
  {
    fields: [
      'sendInvite:url',
      'adminInvite:url',
      'adminCreateInvitationLink:url',
      'adminCreateResetLink:url',
      'createBackup:url',
    ],
    what: 'links of invitations, to a new password, and to a backup',
    seenBy: 'caller',
    why: 'They are shown once, to whoever makes them. No list contains them.',
  },
  {
    fields: ['upload_url', 'piece_urls'],
    what: 'the addresses of an upload',
    seenBy: 'caller',
    why: 'They take the bytes of that one file, and show none.',
  },
  {
    fields: ['createPaypalTransaction:redirect_url'],
    what: 'the address of a payment',
    seenBy: 'caller',
    why: 'It is for the browser that pays.',
  },
  {
    fields: ['getPermanent:data', 'tryWebhook:payload', 'getReport:data'],
    what: 'what programs store or report, which may contain anything',
    seenBy: 'caller',
    why: 'The scopes of the call protect it: only its owner, or for reports an administrator, may make it.',
  },
]

/** The entry of a field in a call's response, or in an object outside of one; undefined for a field that is not secret. */
export function secretAt(path: string, call?: string): SecretFields | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1)
  return (
    secretFields.find(({ fields }) => fields.includes(`${call}:${path}`)) ??
    secretFields.find(({ fields }) => fields.includes(name))
  )
}
