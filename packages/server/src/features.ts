// Collects the handlers, routes, jobs and deletion steps of all features, and shows an account with their fields.

import { type Account as AccountObject, type SyncedType, syncedTypes } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import { tokenCalls } from './access-token/calls.ts'
import { hasGeneratedToken } from './access-token/rows.ts'
import { accountCalls } from './account/calls.ts'
import { deviceSignInCalls } from './account/device-sign-in.ts'
import { handleAccounts } from './account/lifecycle.ts'
import { phoneSignInCalls } from './account/phone-sign-in.ts'
import { profileCalls } from './account/profile.ts'
import { accountObject, deleteFor as deleteLogins, logins } from './account/rows.ts'
import { type AccountStep, mustProve } from './account/rules.ts'
import { administrationCalls } from './administration/calls.ts'
import { tellConsequences } from './administration/consequences.ts'
import { deleteFor as deleteEvents } from './audit/rows.ts'
import { blockCalls } from './block/calls.ts'
import { followBlocked } from './block/follow.ts'
import { blockRows } from './block/rows.ts'
import type { Account } from './caller.ts'
import { microseconds } from './change.ts'
import { channelCalls } from './channel/calls.ts'
import { deleteFor as deleteChannels } from './channel/delete.ts'
import { serveDirectory } from './channel/directory.ts'
import { channels } from './channel/rows.ts'
import { chatCalls } from './chat/calls.ts'
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
import { everythingCalls } from './everything/calls.ts'
import { exportCalls } from './everything/export.ts'
import { deleteFor as deleteExports } from './everything/rows.ts'
import { usageCalls } from './everything/usage.ts'
import { grantCalls } from './grant/calls.ts'
import { followClients, followDevelopers } from './grant/follow.ts'
import { grants } from './grant/rows.ts'
import type { Handler } from './http/http.ts'
import { factorCalls } from './identity/factors/calls.ts'
import { ifLocal } from './identity/local-off.ts'
import { passkeyCalls } from './identity/passkeys/calls.ts'
import { passkeySignInCalls } from './identity/passkeys/sign-in.ts'
import { inviteAdminCalls } from './invite/admin-calls.ts'
import { inviteCalls, recordReferral } from './invite/calls.ts'
import { deleteFor as deleteReferrals, referralsOf } from './invite/rows.ts'
import { backupCalls, serveBackups } from './operation/backup-calls.ts'
import { jobCalls } from './operation/job-calls.ts'
import { mailCalls } from './operation/mail-calls.ts'
import { reportCalls } from './operation/report-calls.ts'
import { serverCalls } from './operation/server-calls.ts'
import { settingsCalls } from './operation/settings-calls.ts'
import { permanentCalls, preferencesOf } from './permanent/calls.ts'
import { deleteFor as deletePermanents } from './permanent/rows.ts'
import { planCalls } from './plan/calls.ts'
import { deleteFor as deletePlans, renewPlans } from './plan/renewal.ts'
import { findStanding } from './plan/rows.ts'
import { canResume, planShown } from './plan/rules.ts'
import { pushCalls } from './push/calls.ts'
import { channelInfoCalls } from './push/channel-info.ts'
import { clearBoxes } from './push/clear.ts'
import { endDeletions } from './push/copies/undo.ts'
import { deleteFor as deletePushes } from './push/delete.ts'
import { fanOutPosts } from './push/fan-out.ts'
import { feedCalls, readFeeds } from './push/feed/feed.ts'
import { releaseFiles } from './push/files.ts'
import { fetchPreviews } from './push/preview/job.ts'
import { servePreviews } from './push/preview/serve.ts'
import { readdressPushes } from './push/readdress.ts'
import { pushes } from './push/rows.ts'
import { deleteFor as deleteScheduledPushes } from './push/scheduled/delete.ts'
import { readdressScheduled } from './push/scheduled/follow.ts'
import { scheduledPushes } from './push/scheduled/rows.ts'
import { sendScheduledPushes } from './push/scheduled/send.ts'
import { readMarkerCalls } from './read-marker/calls.ts'
import { followAddresses } from './read-marker/follow.ts'
import { readMarkers } from './read-marker/rows.ts'
import { hideReading } from './read-marker/seen.ts'
import { textCalls } from './sms/calls.ts'
import { quotaOf } from './sms/quota.ts'
import { deleteFor as deleteTexts, texts } from './sms/rows.ts'
import { subscriptionCalls } from './subscription/calls.ts'
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
  subscriptions,
  texts,
} satisfies { [T in SyncedType]: { readonly type: T } }

/** The table of every synced type, in the order of the types. */
export const syncedTables = syncedTypes.map((type) => tables[type]) as unknown as readonly SyncedTable[]

/** The handlers of every call that the server serves. */
export function featureHandlers(deps: Deps, providerHandlers: readonly Handler[]): Handler[] {
  return [
    ...accountCalls(deps),
    ...tokenCalls(deps),
    ...profileCalls(deps),
    ...factorCalls(deps),
    ...passkeyCalls(deps),
    ...ifLocal(deps.config, passkeySignInCalls(deps)),
    ...deviceSignInCalls(deps),
    ...phoneSignInCalls(deps),
    ...providerHandlers,
    ...deviceCalls(deps),
    ...chatCalls(deps),
    ...clientCalls(deps),
    ...grantCalls(deps),
    ...channelCalls({ ...deps, follow }),
    ...subscriptionCalls(deps),
    ...pushCalls(deps),
    ...readMarkerCalls(deps),
    ...draftCalls(deps),
    ...channelInfoCalls(deps),
    ...feedCalls(deps),
    ...everythingCalls(deps, syncedTables),
    ...exportCalls(deps, syncedTables),
    ...usageCalls(deps),
    ...blockCalls(deps),
    ...contactCalls(deps),
    ...textCalls(deps),
    ...permanentCalls(deps),
    ...uploadCalls(deps),
    ...planCalls(deps),
    ...ephemeralCalls(deps),
    ...targetCalls(deps),
    ...inviteCalls(deps),
    ...inviteAdminCalls(deps),
    ...supportCalls(deps),
    ...webPushCalls(deps),
    ...administrationCalls(deps),
    ...settingsCalls(deps),
    ...backupCalls(deps),
    ...jobCalls(deps),
    ...mailCalls(deps),
    ...reportCalls(deps),
    ...serverCalls(deps),
  ]
}

/** Registers the routes of features that are not calls: files and their uploads, and the channel directory. */
export function serveFeatures(http: FastifyInstance, deps: Deps): void {
  receiveUploads(http, deps)
  serveFiles(http, deps)
  servePreviews(http, deps)
  serveDirectory(http, deps)
  serveBackups(http, deps)
}

/** Registers the jobs of every feature. */
export function handleJobs(deps: Deps): void {
  followClients(deps)
  propagateChannels(deps)
  fanOutPosts(deps)
  sendScheduledPushes(deps)
  clearBoxes(deps)
  endDeletions(deps)
  expireUploads(deps)
  renewPlans(deps)
  releaseFiles(deps)
  readFeeds(deps)
  fetchPreviews(deps)
  tellConsequences(deps)
  hideReading(deps)
  sendWebPush(deps)
  const people = followPeople(deps)
  const deletions = deleteFor.map(
    (deleteFor): AccountStep =>
      ({ iden }) =>
        deleteFor(deps, iden),
  )
  handleAccounts(deps.jobs, {
    created: [people.created, recordReferral(deps)],
    // What is read and what was said moves before the chats do, which tell in which boxes there is anything to move.
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

/** Deletes the synced rows that need nothing else to be done. */
const deleteSynced = deleteOwned(...syncedTables)

/** Each deletes what one feature stores of an owner, a slice at a time; they run in this order when an account is deleted. */
const deleteFor = [
  deleteClients,
  deleteChannels,
  deleteSubscriptions,
  deleteUploads,
  deletePlans,
  deleteScheduledPushes,
  deletePushes,
  deleteSynced,
  deleteWebPush,
  deleteLogins,
  deleteTexts,
  deletePermanents,
  deleteExports,
  deleteReferrals,
  deleteErrorReports,
  deleteEvents,
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
