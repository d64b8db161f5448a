// The table of the proofs required for each call that only sessions or the owner's own tokens may make and that changes something.
// `elevation.ts` applies it before a call runs, a test detects missing calls, and docs/security.md shows it.

import type { Call, Taken } from '@waypost/protocol'
import * as calls from '@waypost/protocol'
import { idenOf } from '../access-token/rows.ts'
import type { Caller } from '../caller.ts'

/**
 * `always`: the session must be elevated. `second factor`: the same for an account with a second factor, so that a session that was never
 * asked for it does not get round it; for other accounts the session is enough. `never`: the session is enough.
 */
type Proof = 'always' | 'second factor' | 'never'

interface ElevationRule {
  readonly calls: readonly Call[]
  readonly proof: Proof
  /** The condition under which these calls require the proof, also in words for docs/security.md; always, if absent. */
  readonly when?: { readonly words: string; needs(input: unknown, caller: Caller): boolean }
  readonly why: string
}

function only<C extends Call>(words: string, needs: (input: Taken<C>, caller: Caller) => boolean): ElevationRule['when'] {
  return { words, needs: needs as (input: unknown, caller: Caller) => boolean }
}

export const elevationRules: readonly ElevationRule[] = [
  {
    calls: [
      calls.startCodes,
      calls.confirmCodes,
      calls.deleteCodes,
      calls.createRecoveryCodes,
      calls.startPasskey,
      calls.createPasskey,
      calls.deletePasskey,
      calls.setPassword,
      calls.addAccount,
      calls.deleteConnectedAccount,
    ],
    proof: 'always',
    why: 'They change how the account is signed in to.',
  },
  { calls: [calls.deleteMe], proof: 'always', why: 'Nothing brings the account back.' },
  { calls: [calls.createBackup], proof: 'always', why: 'A backup contains everything of everybody.' },
  {
    calls: [calls.changePassword, calls.changeEmail],
    proof: 'second factor',
    why: 'They take the current password too, which proves an account without a second factor. Without a password, a new address always needs it.',
  },
  {
    calls: [calls.createAccessToken, calls.authorize],
    proof: 'second factor',
    why: 'What they let in works after the session has ended.',
  },
  {
    calls: [calls.answerDeviceSignIn, calls.answerPhoneSignIn],
    proof: 'second factor',
    when: only<typeof calls.answerDeviceSignIn>('to approve', ({ approve }) => approve),
    why: 'Another session begins, which goes on without this one.',
  },
  {
    calls: [calls.createGatewayCode],
    proof: 'second factor',
    why: 'The phone that it lets in reads and sends texts after the session has ended.',
  },
  {
    calls: [calls.createOutgoingWebhook, calls.shareSource, calls.exportData],
    proof: 'second factor',
    why: 'What they send or show leaves the account after the session has ended, too.',
  },
  {
    calls: [calls.updateOutgoingWebhook],
    proof: 'second factor',
    when: only<typeof calls.updateOutgoingWebhook>(
      'for another address, or to go on',
      ({ url, paused }) => url !== undefined || paused === false,
    ),
    why: 'What it sends leaves the account after the session has ended, too.',
  },
  {
    calls: [calls.updateClient],
    proof: 'second factor',
    when: only<typeof calls.updateClient>(
      'for another place that answers go to',
      ({ redirect_uri, allowed_origin }) => redirect_uri !== undefined || allowed_origin !== undefined,
    ),
    why: 'The accounts of other people are opened there.',
  },
  {
    calls: [calls.endSession],
    proof: 'second factor',
    when: only<typeof calls.endSession>('for another session', ({ iden }, { token }) => iden !== idenOf(token)),
    why: 'A session that takes the place of the others shuts the owner out.',
  },
  {
    calls: [calls.endOtherSessions, calls.deleteAllAccessTokens],
    proof: 'second factor',
    why: 'A session that takes the place of the others shuts the owner out.',
  },
  {
    calls: [
      calls.adminBecome,
      calls.adminCreateResetLink,
      calls.adminRemoveFactors,
      calls.makeAdministrator,
      calls.unmakeAdministrator,
      calls.endSessionsOf,
      calls.deletePerson,
    ],
    proof: 'second factor',
    why: "They open, take or end accounts, the administrator's own among them, after the session has ended, too.",
  },
  { calls: [calls.startElevation, calls.elevate], proof: 'never', why: 'They are the proof.' },
  {
    calls: [calls.startPhoneSignIn, calls.findPhoneSignIn, calls.findDeviceSignIn],
    proof: 'never',
    why: 'They let nobody in: the answer does.',
  },
  {
    calls: [
      calls.deleteAccessToken,
      calls.deleteGrant,
      calls.deleteClient,
      calls.deleteOutgoingWebhook,
      calls.deleteSource,
      calls.unshareSource,
      calls.revokeInvitation,
      calls.adminRevokeInvitation,
    ],
    proof: 'never',
    why: 'They end what others may do, and no session. To shut out is always possible at once.',
  },
  {
    calls: [calls.createSource, calls.updateSource, calls.replaceSourceTokens, calls.tryWebhook],
    proof: 'never',
    why: 'The tokens of a source write to that source alone. Clients of Gotify and ntfy make sources with their tokens.',
  },
  { calls: [calls.createClient], proof: 'never', why: 'An app may do nothing before somebody lets it in.' },
  { calls: [calls.sendProof, calls.proveEmail], proof: 'never', why: 'The code in the mailbox is the proof.' },
  {
    calls: [calls.updateMe, calls.updatePasskey, calls.saveDraft, calls.moveReadMarkers, calls.markUnread, calls.reportTyping],
    proof: 'never',
    why: 'They let nobody in, and every session of the account shows what they change.',
  },
  {
    calls: [calls.upgradePro, calls.downgradePro, calls.resumePro, calls.createPaypalTransaction],
    proof: 'never',
    why: 'They are about the plan, and the payment has a proof of its own.',
  },
  {
    calls: [calls.adminInvite, calls.adminCreateInvitationLink],
    proof: 'never',
    why: 'Who is invited gets an account of their own.',
  },
  {
    calls: [
      calls.suspendPerson,
      calls.unsuspendPerson,
      calls.givePro,
      calls.takePro,
      calls.setStorageLimit,
      calls.setServerSettings,
      calls.retryJobs,
      calls.retryFeed,
      calls.discardMail,
      calls.dismissRefusedMails,
      calls.sendTestMail,
      calls.answerReport,
      calls.updateReport,
      calls.deleteReport,
      calls.adminSetReplyCount,
      calls.adminUpdateReplyCountQuota,
    ],
    proof: 'never',
    why: 'They open no account and change no administrator, also with a token for administrators. A suspension ends sessions until it is taken back.',
  },
]

const byName = new Map(elevationRules.flatMap((rule) => rule.calls.map(({ name }) => [name, rule] as const)))

/** The rule of a call; undefined for reads, and for calls that every token of the account may make. */
export const elevationRuleOf = ({ name }: Pick<Call, 'name'>): ElevationRule | undefined => byName.get(name)
