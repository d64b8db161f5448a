// Starts the web client: begins to watch the browser and renders the app, unless another site frames the page.

import { sendErrorReport } from '@waypost/protocol'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { tellAccountChange, watchAccount } from './account/change.ts'
import { callsOf, signedIn } from './account/session.ts'
import { startTracking, TrackScreens } from './account/tracking/tracking.ts'
import { watchInstall } from './browser/app/install.ts'
import { watchDrags } from './browser/files/drops.ts'
import { framedByAnotherSite, openLinksOutsideOfFrame } from './browser/frames.ts'
import { watchHistory } from './browser/history.ts'
import { keepInputMethodKeys } from './browser/input-method.ts'
import { currentHash, currentPath } from './browser/location.ts'
import { track } from './browser/log.ts'
import { $touch } from './browser/media.ts'
import { ErrorGuard } from './page/errors/ErrorGuard.tsx'
import type { SendReport } from './page/errors/ErrorPage.tsx'
import { onUnhandled, watchUnhandled } from './page/errors/unhandled.ts'
import { isOfAccount } from './pages.tsx'
import { pageOf } from './route.ts'
import './ui/base.css'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the app.')
const root = createRoot(place)
// Clickjacking: another site could frame this page and cover it.
if (framedByAnotherSite()) void import('./page/errors/FrameRefusal.tsx').then(({ FrameRefusal }) => root.render(<FrameRefusal />))
else run()

function run(): void {
  keepInputMethodKeys()
  watchHistory()
  watchDrags()
  watchUnhandled()
  startTracking()
  watchInstall()
  // Without it everything still works by buttons.
  if ($touch.get()) import('./page/touch/touch.ts').then(({ watchTouch }) => watchTouch()).catch(() => {})
  onUnhandled((error) => track('unhandled_error', error instanceof Error ? error.name : typeof error))
  openLinksOutsideOfFrame()
  tellAccountChange()
  // Signing out or in affects all windows of this browser.
  watchAccount({
    shows: () => isOfAccount(pageOf(currentPath())),
    startsOver: () => ['/', '/chat'].includes(pageOf(currentPath())),
  })
  root.render(
    <StrictMode>
      <ErrorGuard onReport={report}>
        <App path={currentPath()} hash={currentHash()} />
        <TrackScreens />
      </ErrorGuard>
    </StrictMode>,
  )
}

async function report(words: Parameters<SendReport>[0]): Promise<void> {
  const account = signedIn()
  await callsOf(account?.api_key ?? '').call(sendErrorReport, { ...words, ...(account && { reply_to: account.email }) })
}
