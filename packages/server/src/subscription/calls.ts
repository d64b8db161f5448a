import { createSubscription, deleteSubscription, listSubscriptions, Refusal, updateSubscription } from '@waypost/protocol'
import { addMuteEnd, endMutes, isSame, muteAsWanted, placeAsWanted } from '../account/arranged.ts'
import { findChannelByTag } from '../channel/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { lists } from '../objects.ts'
import { follow, saveSubscription, subscriptionObject, subscriptions, unfollow } from './rows.ts'

export function subscriptionCalls({ db, change, jobs }: Deps): Handler[] {
  return [
    handle(listSubscriptions, async (query, { caller }) => {
      const { rows, cursor } = await subscriptions.list(db, caller.account.iden, query)
      return lists({ subscriptions: rows.map(subscriptionObject) }, cursor)
    }),
    handle(createSubscription, async ({ channel_tag }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const channel = await findChannelByTag(tx, channel_tag)
        if (!channel) throw Refusal.param('channel_tag')
        return subscriptionObject(await follow(tx, owner, channel))
      })
    }),
    handle(updateSubscription, async ({ iden, ...wanted }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const subscription = await subscriptions.find(tx, owner, iden)
        if (!subscription?.active) throw new Refusal('not_found')
        const arranged = { ...subscription, ...muteAsWanted(subscription, wanted), ...placeAsWanted(subscription, wanted) }
        if (isSame(subscription, arranged)) return subscriptionObject(subscription)
        await addMuteEnd(tx, jobs, 'subscription', arranged)
        return subscriptionObject(await saveSubscription(tx, arranged))
      })
    }),
    handle(deleteSubscription, async ({ iden }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const subscription = await subscriptions.find(tx, owner, iden)
        if (!subscription) throw new Refusal('not_found')
        if (subscription.active) await unfollow(tx, subscription)
        return {}
      })
    }),
  ]
}

/** Registers the job that ends mutes of subscriptions. */
export const endSubscriptionMutes = (deps: Deps) => endMutes(deps, 'subscription', subscriptions.find, saveSubscription)
