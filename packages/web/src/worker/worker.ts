// The service worker: the web client without a network. It never keeps an answer of the API.

import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { closed, pressed } from './clicks.ts'
import { answerPage, dropOtherPages, keepPage, opensPage } from './page.ts'
import { receivePush } from './push.ts'
import { subscriptionChanged } from './renew.ts'
import { keptFiles, worker } from './scope.ts'
import { sharesSomething, takeShare } from './share.ts'
import { synced } from './sync.ts'

precacheAndRoute(keptFiles)
cleanupOutdatedCaches()

worker.addEventListener('install', (event) => event.waitUntil(keepPage()))
// The window that installed it is served by it from now on, also when that goes offline before it is opened again.
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([worker.clients.claim(), dropOtherPages()])))

worker.addEventListener('fetch', (event) => {
  if (sharesSomething(event.request)) return event.respondWith(takeShare(event.request))
  if (!opensPage(event.request)) return
  const { answer, later } = answerPage(event.request)
  event.respondWith(answer)
  event.waitUntil(later)
})

worker.addEventListener('message', ({ data }) => {
  // A window was told to load the new version.
  if (data === 'take over') void worker.skipWaiting()
})

worker.addEventListener('push', (event) => event.waitUntil(receivePush(event.data?.text() ?? '')))
worker.addEventListener('notificationclick', (event) => event.waitUntil(pressed(event.notification, event.action)))
worker.addEventListener('notificationclose', (event) => event.waitUntil(closed(event.notification)))
worker.addEventListener('sync', synced)
worker.addEventListener('pushsubscriptionchange', subscriptionChanged)
