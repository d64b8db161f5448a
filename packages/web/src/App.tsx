// Shows the page of the current path, or completes a sign-in; warns of features that the browser lacks.

import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { readSupportSession, signedIn } from './account/session.ts'
import { type Return, readReturn } from './account/sign-in-request.ts'
import { hasConflict } from './browser/conflict.ts'
import { supportContact } from './browser/document.ts'
import { socketsWork } from './browser/network.ts'
import { oldInternetExplorer } from './browser/old-browser.ts'
import { storageWorks } from './browser/storage.ts'
import { bareFrame, Titled } from './frames.tsx'
import { PageOf } from './pages.tsx'
import { usePage } from './route.ts'
import { $supportSession } from './session/support.ts'
import { i18n, params } from './ui/language.ts'
import { lazily } from './ui/lazily.tsx'
import { showBanner } from './ui/notices/notices.ts'

const SigningIn = lazily(() => import('./account/SigningIn.tsx').then((module) => module.SigningIn), { page: true })

const messages = i18n('app', {
  signingIn: 'Signing in...',
  disabled: params('A setting the product requires to work is disabled in your browser ({what}). Please contact us at {email}.'),
  conflict: 'Extention conflict?',
  internetExplorer: params("Sorry, we don't support Internet Explorer {version}. Upgrade to Chrome."),
})

/** Chooses the page. `path` and `hash` are of the moment when the page was loaded: they may contain the result of a sign-in. */
export function App({ path, hash }: { path: string; hash: string }) {
  const t = useStore(messages)
  const page = usePage()
  const [returned, setReturned] = useState<Return | undefined>(() => readReturn(path, hash))
  useEffect(warnOfMissingParts, [])
  useState(() => $supportSession.set(readSupportSession()))
  if (!returned || page !== '/') return <PageOf page={page} />
  return (
    <Titled title={t.signingIn}>{bareFrame(<SigningIn returned={returned} onFailed={() => setReturned(undefined)} />)}</Titled>
  )
}

/** Shows a banner for each feature that Waypost needs and this browser lacks. */
function warnOfMissingParts(): void {
  const t = messages.get()
  const email = supportContact().words
  // A stored account proves that there is storage. Full storage has a page of its own.
  if (!storageWorks() && !signedIn()) showBanner({ title: t.disabled({ what: 'Local Storage', email }), body: '' })
  // Some extensions remove these from pages. The fallback for the history marks the document.
  if (hasConflict(window, 'conflict' in document.documentElement.dataset)) showBanner({ title: t.conflict, body: '' })
  const version = oldInternetExplorer()
  if (version) showBanner({ title: t.internetExplorer({ version }), body: '' })
  if (!socketsWork()) showBanner({ title: t.disabled({ what: 'WebSocket', email }), body: '' })
}
