import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { AuthError } from './account/AuthError.tsx'
import { DesktopAuth } from './account/DesktopAuth.tsx'
import { type Return, readReturn } from './account/flow.ts'
import { ProviderLocal } from './account/ProviderLocal.tsx'
import { SessionExpired } from './account/SessionExpired.tsx'
import { SignIn } from './account/SignIn.tsx'
import { SigningIn } from './account/SigningIn.tsx'
import { signedIn, signOut } from './account/session.ts'
import { go, socketsWork, storageWorks, supportEmail } from './browser.ts'
import { Elsewhere } from './page/Elsewhere.tsx'
import { Footer } from './page/Footer.tsx'
import { Frame } from './page/Frame.tsx'
import { Header } from './page/Header.tsx'
import { Landing } from './page/Landing.tsx'
import { NotFound } from './page/NotFound.tsx'
import { oldInternetExplorer } from './page/old-browser.ts'
import { useTitle } from './page/title.ts'
import { type Page, usePage } from './route.ts'
import { SignedIn } from './SignedIn.tsx'
import { i18n, params } from './ui/language.ts'
import { showBanner } from './ui/notices.ts'

const StyleGuide = lazy(() => import('./page/style-guide/StyleGuide.tsx'))
const PagePreview = lazy(() => import('./page/style-guide/PagePreview.tsx'))
const ViewTests = lazy(() => import('./page/self-test/ViewTests.tsx'))
const MotionTests = lazy(() => import('./page/self-test/MotionTests.tsx'))

const messages = i18n('app', {
  disabled: params('A setting the product requires to work is disabled in your browser ({what}). Please contact us at {email}.'),
  conflict: 'Extention conflict?',
  internetExplorer: params("Sorry, we don't support Internet Explorer {version}. Upgrade to Chrome."),
  signIn: 'Sign In',
  expired: 'Session expired',
  signingIn: 'Signing in...',
  authError: 'Signing in did not work',
  notFound: '404 Page not found',
  styleGuide: 'Style guide',
  pagePreview: 'Page preview',
  selfTests: 'Self-tests',
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
    'page-preview': t.pagePreview,
    'view-tests': t.selfTests,
    'motion-tests': t.selfTests,
  }
  const expired = (
    <Titled title={t.expired}>{publicPage(<SessionExpired next={location.pathname + location.search + location.hash} />)}</Titled>
  )
  return returned && page === 'main' ? (
    <Titled title={t.signingIn}>
      <Frame>
        <SigningIn returned={returned} onFailed={() => setReturned(undefined)} />
      </Frame>
    </Titled>
  ) : page === 'main' ? (
    <SignedIn visitor={<Titled title={undefined}>{publicPage(<Landing />)}</Titled>} expired={expired} />
  ) : page === 'chat' ? (
    <SignedIn chat visitor={<ToSignIn />} expired={expired} />
  ) : (
    <Titled title={titles[page]}>{screens[page]()}</Titled>
  )
}

/** On the way in: nothing around it. */
const onTheWay = (screen: ReactNode) => <Frame>{screen}</Frame>

/** What everybody may see. */
const publicPage = (screen: ReactNode) => (
  <Frame header={<Header />} bottom={<Footer />}>
    {screen}
  </Frame>
)

const notFound = () => {
  const account = signedIn()
  return (
    <Frame header={<Header account={account} onSignOut={account && (() => signOut())} back="/" />} bottom={<Footer />}>
      <NotFound />
    </Frame>
  )
}

const internal = (screen: ReactNode) => <Suspense fallback={null}>{screen}</Suspense>

const screens: Record<Exclude<Page, 'main' | 'chat'>, () => ReactNode> = {
  signin: () => onTheWay(<SignIn />),
  'local-provider': () => onTheWay(<ProviderLocal />),
  'auth-error': () => onTheWay(<AuthError />),
  'desktop-auth': () => onTheWay(<DesktopAuth />),
  'style-guide': () => internal(<StyleGuide />),
  'page-preview': () => internal(<PagePreview />),
  'view-tests': () => internal(<ViewTests />),
  'motion-tests': () => internal(<MotionTests />),
  elsewhere: () => <Elsewhere path={location.pathname} lost={notFound()} />,
  'not-found': notFound,
}

/** The page needs an account; signing in comes back to it. */
function ToSignIn() {
  const [next] = useState(() => location.pathname + location.search + location.hash)
  useEffect(() => go(`/signin?${new URLSearchParams({ next })}`, { replace: true }), [next])
  return null
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
  // Some extensions take these away from pages.
  if (!window.location || !window.history) showBanner({ title: t.conflict, body: '' })
  const version = oldInternetExplorer()
  if (version) showBanner({ title: t.internetExplorer({ version }), body: '' })
  if (!socketsWork()) showBanner({ title: t.disabled({ what: 'WebSocket', email }), body: '' })
}
