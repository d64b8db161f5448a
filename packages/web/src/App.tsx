// Shows the page of the current path, or completes a sign-in; warns of missing browser features.

import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { whenIdle } from './browser/clock.ts'
import { app } from './en.ts'
import { bareFrame, Titled } from './frames.tsx'
import { PageOf } from './pages.tsx'
import { usePage } from './route.ts'
import { readSupportSession, signedIn } from './session/account.ts'
import { $supportSession } from './session/support.ts'
import { type Return, readReturn } from './sign-in/sign-in-request.ts'
import { i18n } from './ui/language.ts'
import { lazily } from './ui/lazily.tsx'

const SigningIn = lazily(() => import('./sign-in/SigningIn.tsx').then((module) => module.SigningIn), { page: true })

const messages = i18n('app', app)

/** Chooses the page. `path` and `hash` are those at page load: they may contain the result of a sign-in. */
export function App({ path, hash }: { path: string; hash: string }) {
  const t = useStore(messages)
  const page = usePage()
  const [returned, setReturned] = useState<Return | undefined>(() => readReturn(path, hash))
  useEffect(() => whenIdle(500, warnOfMissingParts), [])
  useState(() => $supportSession.set(readSupportSession()))
  if (!returned || page !== '/') return <PageOf page={page} />
  return (
    <Titled title={t.signingIn}>{bareFrame(<SigningIn returned={returned} onFailed={() => setReturned(undefined)} />)}</Titled>
  )
}

function warnOfMissingParts(): void {
  const known = signedIn() !== undefined
  // Offline, the page works as far as it can.
  import('./page/errors/missing-parts.ts').then((module) => module.warnOfMissingParts(known)).catch(() => {})
}
