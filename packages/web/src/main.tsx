// Starts the web client: watches the browser and renders the app, unless another site frames the page.

import { sendErrorReport } from '@waypost/protocol'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { watchInstall } from './browser/app/install.ts'
import { watchDrags } from './browser/files/drops.ts'
import { framedByAnotherSite, openLinksOutsideOfFrame } from './browser/frames.ts'
import { keepInputMethodKeys } from './browser/input-method.ts'
import { currentHash, currentPath, watchHistory } from './browser/location.ts'
import { track } from './browser/log.ts'
import { $touch } from './browser/media.ts'
import { ErrorGuard, onUnhandled, watchUnhandled } from './page/errors/ErrorGuard.tsx'
import type { SendReport } from './page/errors/ErrorPage.tsx'
import { Pressed } from './page/landing/Pressed.tsx'
import { fetchLanding } from './pages.tsx'
import { isOfAccount, pageOf } from './route.ts'
import { callsOf, signedIn } from './session/account.ts'
import { tellAccountChange, watchAccount } from './session/account-change.ts'
import { startTracking, TrackScreens } from './session/tracking.ts'
import './ui/base.css'
import './ui/skeleton.css'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the app.')
// Clickjacking: another site could frame this page and cover it.
if (framedByAnotherSite())
  void import('./page/errors/FrameRefusal.tsx').then(({ FrameRefusal }) => createRoot(place).render(<FrameRefusal />))
else run(place)

function run(place: Element): void {
  keepInputMethodKeys()
  watchHistory()
  watchDrags()
  watchUnhandled()
  startTracking()
  watchInstall()
  // If this fails to load, everything still works with buttons.
  if ($touch.get()) import('./page/touch/touch.ts').then(({ watchTouch }) => watchTouch()).catch(() => {})
  onUnhandled((error) => track('unhandled_error', error instanceof Error ? error.name : typeof error))
  openLinksOutsideOfFrame()
  tellAccountChange()
  // Signing out or in affects all windows of this browser.
  watchAccount({
    shows: () => isOfAccount(pageOf(currentPath())),
    startsOver: () => ['/', '/chat'].includes(pageOf(currentPath())),
  })
  const app = (
    <StrictMode>
      <ErrorGuard onReport={report}>
        <App path={currentPath()} hash={currentHash()} />
        <TrackScreens />
        <Pressed place={place} />
      </ErrorGuard>
    </StrictMode>
  )
  if (!place.hasChildNodes()) createRoot(place).render(app)
  // The server rendered the landing page: it stays while its code loads, and is then hydrated.
  else
    fetchLanding()
      .catch(() => {})
      .then(() =>
        // Something else, e.g. an extension, changed the markup, so the app re-rendered it.
        hydrateRoot(place, app, { onRecoverableError: () => track('drawn_anew') }),
      )
}

async function report(words: Parameters<SendReport>[0]): Promise<void> {
  const account = signedIn()
  await callsOf(account?.api_key ?? '').call(sendErrorReport, { ...words, ...(account && { reply_to: account.email }) })
}
