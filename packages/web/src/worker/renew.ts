// Tells the server where it reaches this browser when the browser has replaced its subscription.

import { getWebPushKey, Refusal, subscribeWebPush } from '@waypost/protocol'
import { addressOf } from '../browser/app/web-push.ts'
import { readNote } from '../browser/app/worker-notes.ts'
import { signedIn } from './account.ts'
import { worker } from './scope.ts'

/** https://w3c.github.io/push-api/#the-pushsubscriptionchange-event */
interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}

/** Answers a `pushsubscriptionchange` event. */
export function subscriptionChanged(event: Event): void {
  const change = event as SubscriptionChange
  change.waitUntil(renew(change))
}

async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const own = await signedIn().catch(() => undefined)
  const device = await readNote('worker.device')
  if (!own || device === undefined) return
  try {
    const { public_key } = await own.calls.call(getWebPushKey, {})
    const options = { userVisibleOnly: true, applicationServerKey: public_key }
    const subscription = newSubscription ?? (await worker.registration.pushManager.subscribe(options))
    await own.calls.call(subscribeWebPush, {
      device_iden: device,
      app_guid: own.guid,
      ...addressOf(subscription),
      ...(oldSubscription && { previous_endpoint: oldSubscription.endpoint }),
    })
  } catch (error) {
    // The app subscribes again when it is opened.
    if (!(error instanceof Refusal || error instanceof DOMException)) throw error
  }
}
