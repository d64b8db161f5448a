// The service worker: the web client offline. It never caches API responses.

import { getWebPushKey, Refusal, subscribeWebPush } from '@waypost/protocol'
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { outboxTag } from '../browser/app/background-sync.ts'
import { addressOf } from '../browser/app/web-push.ts'
import { readNote } from '../browser/app/worker-notes.ts'
import { sendInBackground } from '../browser/database/send-in-background.ts'
import { closed, pressed } from './clicks.ts'
import { answerPage, dropOtherPages, keepPage, opensPage } from './page.ts'
import { receivePush } from './push.ts'
import { keptFiles, signedIn, worker } from './scope.ts'
import { sharesSomething, takeShare } from './share.ts'

precacheAndRoute(keptFiles)
cleanupOutdatedCaches()

worker.addEventListener('install', (event) => event.waitUntil(keepPage()))
// From now on it also serves the window that installed it, even if that goes offline before it is reopened.
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([worker.clients.claim(), dropOtherPages()])))

worker.addEventListener('fetch', (event) => {
  if (sharesSomething(event.request)) return event.respondWith(takeShare(event.request))
  if (!opensPage(event.request)) return
  const { answer, later } = answerPage(event.request)
  event.respondWith(answer)
  event.waitUntil(later)
})

worker.addEventListener('message', ({ data }) => {
  // The user told a window to load the new version.
  if (data === 'take over') void worker.skipWaiting()
})

worker.addEventListener('push', (event) => event.waitUntil(receivePush(event.data?.text() ?? '')))
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(pressed(event.notification, event.action, (event as ReplyEvent).reply)),
)
worker.addEventListener('notificationclose', (event) => event.waitUntil(closed(event.notification)))
worker.addEventListener('sync', synced)
worker.addEventListener('pushsubscriptionchange', subscriptionChanged)

/** Chromium has text fields in notifications, and passes on the typed text. */
interface ReplyEvent extends NotificationEvent {
  readonly reply?: string | null
}

/** https://wicg.github.io/background-sync/spec/#sync-event */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Fails if something has to be sent again, so the browser repeats it later. */
function synced(event: Event): void {
  const { tag } = event as SyncEvent
  if (tag !== outboxTag) return
  const sent = sendInBackground().then((outcome) => {
    if (outcome === 'again') throw new Error('Something is to be sent again.')
  })
  ;(event as SyncEvent).waitUntil(sent)
}

/** https://w3c.github.io/push-api/#the-pushsubscriptionchange-event */
interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}

function subscriptionChanged(event: Event): void {
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
    // The app resubscribes when it is opened.
    if (!(error instanceof Refusal || error instanceof DOMException)) throw error
  }
}
