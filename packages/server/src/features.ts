// Collects the handlers, routes, jobs and deletion steps of all features, and shows an account with their fields.

import { type Account as AccountObject, type SyncedType, syncedTypes } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import { tokenCalls } from './access-token/calls.ts'
import { hasGeneratedToken } from './access-token/rows.ts'
import { accountCalls } from './account/calls.ts'
import { type AccountStep, handleAccounts } from './account/lifecycle.ts'
import { accountObject, deleteFor as deleteLogins, logins, mustProve } from './account/rows.ts'
import { administrationCalls } from './administration/calls.ts'
import { tellConsequences } from './administration/consequences.ts'
import { deleteFor as deleteEvents } from './audit/rows.ts'
import { blockCalls } from './block/calls.ts'
import { followBlocked } from './block/follow.ts'
import { blockRows } from './block/rows.ts'
import type { Account } from './caller.ts'
import { microseconds } from './change.ts'
import { channelCalls, endChannelMutes } from './channel/calls.ts'
import { deleteFor as deleteChannels } from './channel/delete.ts'
import { serveDirectory } from './channel/directory.ts'
import { channels } from './channel/rows.ts'
import { chatCalls, endChatMutes } from './chat/calls.ts'
import { followPeople } from './chat/follow.ts'
import { chats } from './chat/rows.ts'
import { clientCalls } from './client/calls.ts'
import { deleteFor as deleteClients } from './client/delete.ts'
import { clients } from './client/rows.ts'
import { contactCalls } from './contact/calls.ts'
import { contacts } from './contact/rows.ts'
import { deleteBox, deleteOwned } from './db/delete-owned.ts'
import type { SyncedTable } from './db/synced-table.ts'
import type { Deps } from './deps.ts'
import { deviceCalls } from './device/calls.ts'
import { devices } from './device/rows.ts'
import { draftCalls } from './draft/calls.ts'
import { drafts } from './draft/rows.ts'
import { ephemeralCalls } from './ephemeral/calls.ts'
import { everythingCalls, usageCalls } from './everything/calls.ts'
import { exportCalls } from './everything/export.ts'
import { deleteFor as deleteExports } from './everything/rows.ts'
import { grantCalls } from './grant/calls.ts'
import { followClients, followDevelopers } from './grant/follow.ts'
import { serveOauthMetadata } from './grant/metadata.ts'
import { grants } from './grant/rows.ts'
import type { Handler } from './http/http.ts'
import { inviteAdminCalls, inviteCalls, recordReferral } from './invite/calls.ts'
import { deleteFor as deleteReferrals, referralsOf } from './invite/rows.ts'
import { backupCalls, serveBackups } from './operation/backup-calls.ts'
import { jobCalls } from './operation/job-calls.ts'
import { mailCalls } from './operation/mail-calls.ts'
import { reportCalls } from './operation/report-calls.ts'
import { serverCalls } from './operation/server-calls.ts'
import { settingsCalls } from './operation/settings-calls.ts'
import { outgoingWebhookCalls } from './outgoing-webhook/calls.ts'
import { deleteFor as deleteOutgoingWebhooks, sendOutgoingWebhooks } from './outgoing-webhook/send.ts'
import { permanentCalls, preferencesOf } from './permanent/calls.ts'
import { deleteFor as deletePermanents } from './permanent/rows.ts'
import { forgetPhones } from './phone-peer/peer.ts'
import { planCalls } from './plan/calls.ts'
import { deleteFor as deletePlans, renewPlans } from './plan/renewal.ts'
import { findStanding } from './plan/rows.ts'
import { canResume, planShown } from './plan/rules.ts'
import { presenceCalls } from './presence/calls.ts'
import { pushCalls } from './push/calls.ts'
import { clearBoxes, deleteFor as deletePushes } from './push/clear.ts'
import { endDeletions } from './push/copies/retract.ts'
import { fanOutPosts } from './push/fan-out.ts'
import { feedCalls, readFeeds } from './push/feed/feed.ts'
import { releaseFiles } from './push/files.ts'
import { fetchPreviews } from './push/preview/job.ts'
import { servePreviews } from './push/preview/serve.ts'
import { channelInfoCalls } from './push/public/channel-info.ts'
import { serveSyndication } from './push/public/syndication.ts'
import { readdressPushes } from './push/readdress.ts'
import { remindOfPushes } from './push/reminder/reminder.ts'
import { pushes } from './push/rows.ts'
import { deleteFor as deleteScheduledPushes, readdressScheduled } from './push/scheduled/follow.ts'
import { scheduledPushes } from './push/scheduled/rows.ts'
import { sendScheduledPushes } from './push/scheduled/send.ts'
import { clearClosedSources } from './push/source/closed.ts'
import { expirePushes } from './push/source/expiry.ts'
import { applyRetention } from './push/source/retention.ts'
import { readMarkerCalls } from './read-marker/calls.ts'
import { followAddresses } from './read-marker/follow.ts'
import { readMarkers } from './read-marker/rows.ts'
import { hideReading } from './read-marker/seen.ts'
import { addressCalls } from './sign-in/address/calls.ts'
import { signInCalls } from './sign-in/calls.ts'
import { deviceSignInCalls } from './sign-in/device-sign-in.ts'
import { factorCalls } from './sign-in/factors/calls.ts'
import { ifLocal } from './sign-in/local-off.ts'
import { passkeyCalls, passkeySignInCalls } from './sign-in/passkeys/calls.ts'
import { phoneSignInCalls } from './sign-in/phone-sign-in.ts'
import { textCalls } from './sms/calls.ts'
import { quotaOf } from './sms/quota.ts'
import { deleteFor as deleteTexts, texts } from './sms/rows.ts'
import { gatewayCalls } from './sms-gateway/calls.ts'
import { hearEphemerals } from './sms-gateway/ephemerals.ts'
import { textsViaServer } from './sms-gateway/messages.ts'
import { cleanPhones, endPhone } from './sms-gateway/register.ts'
import { deleteFor as deleteGateway } from './sms-gateway/rows.ts'
import { endSourceMutes, sourceCalls } from './source/calls.ts'
import { deleteFor as deleteSources } from './source/leave.ts'
import { sources } from './source/rows.ts'
import { endSubscriptionMutes, subscriptionCalls } from './subscription/calls.ts'
import { deleteFor as deleteSubscriptions } from './subscription/delete.ts'
import { propagateChannels } from './subscription/propagate.ts'
import { follow, subscriptions } from './subscription/rows.ts'
import { supportCalls } from './support/calls.ts'
import { deleteFor as deleteErrorReports } from './support/rows.ts'
import { targetCalls } from './target/calls.ts'
import { uploadCalls } from './upload/calls.ts'
import { deleteFor as deleteUploads, expireUploads } from './upload/lifecycle.ts'
import { receiveUploads } from './upload/receive.ts'
import { serveFiles } from './upload/serve.ts'
import { webPushCalls } from './web-push/calls.ts'
import { sendWebPush } from './web-push/job.ts'
import { deleteFor as deleteWebPush } from './web-push/rows.ts'
import { webhookCalls } from './webhook/calls.ts'

const tables = {
  accounts: logins,
  blocks: blockRows,
  channels,
  chats,
  clients,
  contacts,
  devices,
  drafts,
  grants,
  pushes,
  read_markers: readMarkers,
  scheduled_pushes: scheduledPushes,
  sources,
  subscriptions,
  texts,
} satisfies { [T in SyncedType]: { readonly type: T } }

/** The table of every synced type, in the order of the types. */
export const syncedTables = syncedTypes.map((type) => tables[type]) as unknown as readonly SyncedTable[]

/** The handlers of every call that the server serves. */
export function featureHandlers(deps: Deps, providerHandlers: readonly Handler[]): Handler[] {
  return [
    ...accountCalls(deps),
    ...signInCalls(deps),
    ...tokenCalls(deps),
    ...addressCalls(deps),
    ...factorCalls(deps),
    ...passkeyCalls(deps),
    ...ifLocal(deps.config, passkeySignInCalls(deps)),
    ...deviceSignInCalls(deps),
    ...phoneSignInCalls(deps),
    ...providerHandlers,
    ...deviceCalls({ ...deps, removed: endPhone(deps) }),
    ...chatCalls(deps),
    ...clientCalls(deps),
    ...grantCalls(deps),
    ...channelCalls({ ...deps, follow }),
    ...subscriptionCalls(deps),
    ...sourceCalls(deps),
    ...webhookCalls(deps),
    ...pushCalls(deps),
    ...readMarkerCalls(deps),
    ...presenceCalls(deps),
    ...draftCalls(deps),
    ...channelInfoCalls(deps),
    ...feedCalls(deps),
    ...everythingCalls(deps, syncedTables),
    ...exportCalls(deps, syncedTables),
    ...usageCalls(deps),
    ...blockCalls(deps),
    ...contactCalls(deps),
    ...textCalls({ ...deps, viaServer: textsViaServer(deps) }),
    ...gatewayCalls(deps),
    ...permanentCalls(deps),
    ...uploadCalls(deps),
    ...planCalls(deps),
    ...ephemeralCalls({ ...deps, heard: hearEphemerals(deps) }),
    ...targetCalls(deps),
    ...inviteCalls(deps),
    ...inviteAdminCalls(deps),
    ...supportCalls(deps),
    ...webPushCalls(deps),
    ...outgoingWebhookCalls(deps),
    ...administrationCalls(deps),
    ...settingsCalls(deps),
    ...backupCalls(deps),
    ...jobCalls(deps),
    ...mailCalls(deps),
    ...reportCalls(deps),
    ...serverCalls(deps),
  ]
}

/** Registers the routes of features that are not calls: files and their uploads, the channel directory, and so on. */
export function serveFeatures(http: FastifyInstance, deps: Deps): void {
  receiveUploads(http, deps)
  serveFiles(http, deps)
  servePreviews(http, deps)
  serveDirectory(http, deps)
  serveSyndication(http, deps)
  serveBackups(http, deps)
  serveOauthMetadata(http, deps)
}

/** Registers the jobs of every feature. */
export function handleJobs(deps: Deps): void {
  followClients(deps)
  propagateChannels(deps)
  endChatMutes(deps)
  endChannelMutes(deps)
  endSubscriptionMutes(deps)
  endSourceMutes(deps)
  fanOutPosts(deps)
  sendScheduledPushes(deps)
  remindOfPushes(deps)
  clearBoxes(deps)
  expirePushes(deps)
  applyRetention(deps)
  clearClosedSources(deps)
  endDeletions(deps)
  renewPlans(deps)
  expireUploads(deps, releaseFiles(deps))
  readFeeds(deps)
  fetchPreviews(deps)
  tellConsequences(deps)
  hideReading(deps)
  sendWebPush(deps)
  sendOutgoingWebhooks(deps)
  cleanPhones(deps)
  const people = followPeople(deps)
  const deletions = deleteFor.map(
    (deleteFor): AccountStep =>
      ({ iden }) =>
        deleteFor(deps, iden),
  )
  handleAccounts(deps.jobs, {
    created: [people.created, recordReferral(deps)],
    // Read markers and pushes move before the chats, which tell in which boxes there is anything to move.
    changed: [
      followBlocked(deps),
      followAddresses(deps),
      readdressPushes(deps),
      readdressScheduled(deps),
      people.changed,
      followDevelopers(deps),
    ],
    deleted: [people.deleted, ...deletions],
  })
}

/** Deletes the synced rows that need no further clean-up. */
const deleteSynced = deleteOwned(...syncedTables)

/** Each step deletes one feature's data of an owner, a slice at a time; they run in this order when an account is deleted. */
const deleteFor = [
  deleteClients,
  deleteChannels,
  deleteSubscriptions,
  deleteSources,
  deleteUploads,
  deletePlans,
  deleteScheduledPushes,
  deletePushes,
  deleteSynced,
  deleteWebPush,
  deleteOutgoingWebhooks,
  deleteGateway,
  deleteLogins,
  deleteTexts,
  deletePermanents,
  deleteExports,
  deleteReferrals,
  deleteErrorReports,
  deleteEvents,
  async ({ config }: Pick<Deps, 'config'>, iden: string) => {
    forgetPhones(config.data, iden)
    return false
  },
  deleteBox,
]

/** An account as its owner sees it, with the fields that features add to it. */
export async function showAccount(deps: Deps, account: Account): Promise<AccountObject> {
  const { billing, config, settings, db } = deps
  const standing = await findStanding(db, account.iden)
  const resumable = canResume(standing.plan, standing.plan && billing.provider(standing.plan.provider), microseconds())
  return Object.assign(
    accountObject(account),
    mustProve(config, account) ? { email_unproven: true } : {},
    planShown(settings.now, standing, microseconds()),
    resumable ? { pro_resumable: true } : {},
    (await hasGeneratedToken(db, account.iden)) ? { generated_access_token: true } : {},
    await preferencesOf(db, account),
    await quotaOf(deps, account),
    await referralsOf(db, account),
  )
}
