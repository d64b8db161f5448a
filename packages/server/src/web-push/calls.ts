import { getWebPushKey, Refusal, subscribeWebPush, unsubscribeWebPush } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { devices, saveDevice } from '../device/rows.ts'
import { type Handler, handle } from '../http/http.ts'
import { endSubscription } from './forget.ts'
import { findSubscription, saveSubscription, subscriptionsAt, subscriptionsOf } from './rows.ts'
import { checkPublicKey, mayBeNotified, readEndpoint } from './rules.ts'

export const browsersPerAccount = 50

export function webPushCalls({ config, db, change, webPush }: Deps): Handler[] {
  return [
    handle(getWebPushKey, async () => ({ public_key: webPush.publicKey })),
    handle(subscribeWebPush, async ({ device_iden: device, app_guid, p256dh, auth, ...input }, { caller }) => {
      const owner = caller.account.iden
      if (caller.support !== null) throw new Refusal('forbidden', 'A session for support gets no notifications of the account.')
      if (!mayBeNotified(caller.scopes))
        throw new Refusal('forbidden', 'This token may not read pushes, so it gets no notifications of them.')
      const allowsPrivate = config.fetchPrivate === 'allow'
      const endpoint = readEndpoint(input.endpoint, 'endpoint', allowsPrivate)
      const previous = input.previous_endpoint && readEndpoint(input.previous_endpoint, 'previous_endpoint', allowsPrivate)
      checkPublicKey(p256dh)
      const others = [...(await subscriptionsAt(db, endpoint)), ...(previous ? await subscriptionsAt(db, previous) : [])]
      // A browser has one endpoint: its other devices, here and in accounts that were signed in there before, get no more messages. A
      // stranger who learns an endpoint doesn't have its keys, and can't end anything.
      const replaced = others.filter(
        (other) =>
          other.device !== device &&
          (other.owner === owner || (other.endpoint === endpoint && other.p256dh === p256dh && other.auth === auth)),
      )
      // First, so that no push is missed once the subscription is stored.
      webPush.add(owner)
      await change([owner, ...replaced.map((other) => other.owner)], async (tx) => {
        const row = await devices.find(tx, owner, device)
        if (!row?.active) throw new Refusal('not_found')
        for (const other of replaced) await endSubscription(tx, other)
        const now = microseconds()
        const known = await subscriptionsOf(tx, owner, now)
        if (known.length >= browsersPerAccount && !known.some((one) => one.device === device))
          throw new Refusal(
            'forbidden',
            `An account has at most ${browsersPerAccount} browsers with notifications. Turn them off in another one first.`,
          )
        await saveSubscription(tx, { device, owner, token: caller.token, endpoint, p256dh, auth, app_guid, created: now })
        if (!row.web_push) await saveDevice(tx, { ...row, web_push: 1 })
      })
      return {}
    }),
    handle(unsubscribeWebPush, async ({ device_iden: device }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        if (!(await devices.find(tx, owner, device))) throw new Refusal('not_found')
        if (await findSubscription(tx, device)) await endSubscription(tx, { owner, device })
        return {}
      })
    }),
  ]
}
