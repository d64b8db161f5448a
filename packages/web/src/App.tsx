import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { AuthError } from './account/AuthError.tsx'
import { DesktopAuth } from './account/DesktopAuth.tsx'
import { type Return, readReturn } from './account/flow.ts'
import { ProviderLocal } from './account/ProviderLocal.tsx'
import { SignIn } from './account/SignIn.tsx'
import { SigningIn } from './account/SigningIn.tsx'
import { signedIn } from './account/session.ts'
import { socketsWork, storageWorks, supportEmail } from './browser.ts'
import { Frame } from './page/Frame.tsx'
import { Header } from './page/Header.tsx'
import { Landing } from './page/Landing.tsx'
import { NotFound } from './page/NotFound.tsx'
import { useTitle } from './page/title.ts'
import { type Page, usePage } from './route.ts'
import { SignedIn } from './SignedIn.tsx'
import { i18n, params } from './ui/language.ts'
import { showBanner } from './ui/notices.ts'

const StyleGuide = lazy(() => import('./page/style-guide/StyleGuide.tsx'))

const messages = i18n('app', {
  disabled: params('A setting the product requires to work is disabled in your browser ({what}). Please contact us at {email}.'),
  signIn: 'Sign In',
  signingIn: 'Signing in...',
  authError: 'Signing in did not work',
  notFound: '404 Page not found',
  styleGuide: 'Style guide',
})

/** Chooses the screen. `returned` is what a provider brought back when the page was loaded. */
export function App({ path, hash }: { path: string; hash: string }) {
  const t = useStore(messages)
  const page = usePage()
  const [returned, setReturned] = useState<Return | undefined>(() => readReturn(path, hash))
  useEffect(warnOfMissingParts, [])
  const titles: Partial<Record<Page, string>> = {
    signin: t.signIn,
    'local-provider': t.signIn,
    'desktop-auth': t.signingIn,
    'auth-error': t.authError,
    'not-found': t.notFound,
    'style-guide': t.styleGuide,
  }
  return returned && page === 'main' ? (
    <Titled title={t.signingIn}>
      <Frame>
        <SigningIn returned={returned} onFailed={() => setReturned(undefined)} />
      </Frame>
    </Titled>
  ) : page === 'main' ? (
    <SignedIn
      visitor={
        <Titled title={undefined}>
          <Frame header={<Header />}>
            <Landing />
          </Frame>
        </Titled>
      }
    />
  ) : (
    <Titled title={titles[page]}>{screens[page]()}</Titled>
  )
}

const onTheWay = (screen: ReactNode) => <Frame>{screen}</Frame>

const screens: Record<Exclude<Page, 'main'>, () => ReactNode> = {
  signin: () => onTheWay(<SignIn />),
  'local-provider': () => onTheWay(<ProviderLocal />),
  'auth-error': () => onTheWay(<AuthError />),
  'desktop-auth': () => onTheWay(<DesktopAuth />),
  'not-found': () => (
    <Frame header={<Header account={signedIn()} />}>
      <NotFound />
    </Frame>
  ),
  'style-guide': () => (
    <Suspense fallback={null}>
      <StyleGuide />
    </Suspense>
  ),
}

function Titled({ title, children }: { title: string | undefined; children: ReactNode }) {
  useTitle(title)
  return children
}

/** Says so when the browser keeps back what nothing here works without. */
function warnOfMissingParts(): void {
  const t = messages.get()
  const email = supportEmail()
  if (!storageWorks()) showBanner({ title: t.disabled({ what: 'Local Storage', email }), body: '' })
  if (!socketsWork()) showBanner({ title: t.disabled({ what: 'WebSocket', email }), body: '' })
}
