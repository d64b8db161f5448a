import { useStore } from '@nanostores/react'
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type Return, readReturn, signInRequest } from './account/flow.ts'
import { SessionExpired } from './account/SessionExpired.tsx'
import { callsOf, signedIn, signOut, visitor } from './account/session.ts'
import { hasConflict } from './browser/conflict.ts'
import { supportEmail } from './browser/document.ts'
import { currentAddress, currentPath, currentQuery, go, origin } from './browser/location.ts'
import { socketsWork } from './browser/network.ts'
import { oldInternetExplorer } from './browser/old-browser.ts'
import { storageWorks } from './browser/storage.ts'
import { useConnectionStatus } from './page/connection.ts'
import { Elsewhere } from './page/Elsewhere.tsx'
import { Footer } from './page/Footer.tsx'
import { Frame } from './page/Frame.tsx'
import { Header } from './page/Header.tsx'
import { NotFound } from './page/NotFound.tsx'
import { useTitle } from './page/title.ts'
import { Post } from './push/Post.tsx'
import { markdownName, type Page, usePage, useQuery } from './route.ts'
import { SignedIn } from './SignedIn.tsx'
import { useSession } from './session/context.ts'
import { i18n, params } from './ui/language.ts'
import { lazily } from './ui/lazily.tsx'
import { showBanner } from './ui/notices.ts'

const screen = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lazily(load, { page: true })

// Nobody who is signed in needs these.
const Landing = screen(() => import('./page/Landing.tsx').then((module) => module.Landing))
const SignIn = screen(() => import('./account/SignIn.tsx').then((module) => module.SignIn))
const SigningIn = screen(() => import('./account/SigningIn.tsx').then((module) => module.SigningIn))
const ProviderLocal = screen(() => import('./account/ProviderLocal.tsx').then((module) => module.ProviderLocal))
const AuthError = screen(() => import('./account/AuthError.tsx').then((module) => module.AuthError))
const DesktopAuth = screen(() => import('./account/DesktopAuth.tsx').then((module) => module.DesktopAuth))
const SignInButtons = lazily(() => import('./account/SignIn.tsx').then((module) => module.SignInButtons))
const Subscribe = screen(() => import('./channel/Subscribe.tsx').then((module) => module.Subscribe))
const Channels = screen(() => import('./channel/Channels.tsx').then((module) => module.Channels))
const ChannelPage = screen(() => import('./channel/ChannelPage.tsx').then((module) => module.ChannelPage))
const MyChannels = screen(() => import('./channel/MyChannels.tsx').then((module) => module.MyChannels))
const MyChannel = screen(() => import('./channel/MyChannel.tsx').then((module) => module.MyChannel))
const DeviceCode = screen(() => import('./account/DeviceCode.tsx').then((module) => module.DeviceCode))
const Apps = screen(() => import('./apps/Apps.tsx').then((module) => module.Apps))
const Authorize = screen(() => import('./grant/Authorize.tsx').then((module) => module.Authorize))
const Oauth = screen(() => import('./grant/Oauth.tsx').then((module) => module.Oauth))
const LoginSuccess = screen(() => import('./grant/LoginSuccess.tsx').then((module) => module.LoginSuccess))
const OauthApps = screen(() => import('./grant/OauthApps.tsx').then((module) => module.OauthApps))
const Pro = screen(() => import('./pro/pages.ts').then((module) => module.Pro))
const Checkout = screen(() => import('./pro/pages.ts').then((module) => module.Checkout))
const WalletApproval = screen(() => import('./pro/pages.ts').then((module) => module.WalletApproval))
const ThankYou = screen(() => import('./pro/pages.ts').then((module) => module.ThankYou))
const Support = screen(() => import('./support/Support.tsx').then((module) => module.Support))
const People = lazily(() => import('./about/People.tsx').then((module) => module.People))
const MarkdownPage = screen(() => import('./page/MarkdownPage.tsx').then((module) => module.MarkdownPage))
const StyleGuide = screen(() => import('./page/style-guide/StyleGuide.tsx').then((module) => module.default))
const PagePreview = screen(() => import('./page/style-guide/PagePreview.tsx').then((module) => module.default))
const ViewTests = screen(() => import('./page/self-test/ViewTests.tsx').then((module) => module.default))
const MotionTests = screen(() => import('./page/self-test/MotionTests.tsx').then((module) => module.default))

const messages = i18n('app', {
  disabled: params('A setting the product requires to work is disabled in your browser ({what}). Please contact us at {email}.'),
  conflict: 'Extention conflict?',
  internetExplorer: params("Sorry, we don't support Internet Explorer {version}. Upgrade to Chrome."),
  signIn: 'Sign In',
  expired: 'Session expired',
  signingIn: 'Signing in...',
  authError: 'Signing in did not work',
  device: 'Connect a device',
  apps: 'Apps',
  subscribe: 'Follow a channel',
  channels: 'Channels',
  myChannels: 'My channels',
  myChannel: 'Your channel',
  authorize: 'Let an app in',
  oauth: 'Apps by others',
  approved: 'Approved',
  pro: 'Pro',
  checkout: 'Checkout',
  payment: 'Confirm your payment',
  thanks: 'Thank you',
  support: 'Support',
  loginSuccess: 'Login success',
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
    device: t.device,
    apps: t.apps,
    subscribe: t.subscribe,
    channels: t.channels,
    'my-channels': t.myChannels,
    'my-channel': t.myChannel,
    authorize: t.authorize,
    oauth: t.oauth,
    'oauth-apps': t.approved,
    pro: t.pro,
    checkout: t.checkout,
    'paypal-approval': t.payment,
    thankyou: t.thanks,
    support: t.support,
    'login-success': t.loginSuccess,
    'not-found': t.notFound,
    'style-guide': t.styleGuide,
    'page-preview': t.pagePreview,
    'view-tests': t.selfTests,
    'motion-tests': t.selfTests,
  }
  return returned && page === 'main' ? (
    <Titled title={t.signingIn}>{onTheWay(<SigningIn returned={returned} onFailed={() => setReturned(undefined)} />)}</Titled>
  ) : page === 'main' ? (
    <SignedIn visitor={<Titled title={undefined}>{publicPage(<Landing />)}</Titled>} expired={<Expired />} />
  ) : page === 'chat' ? (
    <SignedIn chat visitor={<ToSignIn />} expired={<Expired />} />
  ) : (
    <Titled title={titles[page]}>{screens[page]()}</Titled>
  )
}

/** A screen whose code may have to be fetched. The place keeps its size meanwhile. */
const arriving = (screen: ReactNode) => <Suspense fallback={<main id="main" />}>{screen}</Suspense>

/** On the way in: nothing around it. */
const onTheWay = (screen: ReactNode) => <Frame>{arriving(screen)}</Frame>

/** What everybody may see. */
const publicPage = (screen: ReactNode) => (
  <Frame header={<Header />} bottom={<Footer />}>
    {arriving(screen)}
  </Frame>
)

/** The same, for whoever has an account too. `back` is the page above it. */
const openPage = (screen: ReactNode, back = '/', status?: ReturnType<typeof useConnectionStatus>) => {
  const account = signedIn()
  return (
    <Frame
      status={status}
      header={<Header account={account} onSignOut={account && (() => signOut())} back={back} />}
      bottom={<Footer />}
    >
      {arriving(screen)}
    </Frame>
  )
}

/** What everybody may see, and what an account adds to it. */
const livePage = (screen: ReactNode, back: string) => (
  <SignedIn visitor={openPage(screen, back)} expired={<Expired />}>
    <Live back={back}>{screen}</Live>
  </SignedIn>
)

const ownPage = (screen: ReactNode, back: string) => (
  <SignedIn visitor={<ToSignIn />} expired={<Expired />}>
    <Live back={back}>{screen}</Live>
  </SignedIn>
)

/** A page that says how the connection is. */
function Live({ back, children }: { back: string; children: ReactNode }) {
  return openPage(children, back, useConnectionStatus(useSession()))
}

const notFound = () => openPage(<NotFound />)

const markdown = () => {
  const name = markdownName(currentPath())
  return openPage(<MarkdownPage key={name} name={name} />)
}

const internal = (screen: ReactNode) => <Suspense fallback={null}>{screen}</Suspense>

const screens: Record<Exclude<Page, 'main' | 'chat'>, () => ReactNode> = {
  signin: () => onTheWay(<SignIn />),
  'local-provider': () => onTheWay(<ProviderLocal />),
  'auth-error': () => onTheWay(<AuthError />),
  'desktop-auth': () => onTheWay(<DesktopAuth />),
  device: () => onTheWay(<DeviceCodeHere />),
  apps: () => openPage(<Apps />),
  subscribe: () => onTheWay(<SubscribeHere />),
  channels: () => livePage(<Channels />, '/'),
  channel: () => livePage(<ChannelHere />, '/channels'),
  'channel-popup': () => (
    <SignedIn visitor={onTheWay(<ChannelHere popup />)} expired={<Expired />}>
      {onTheWay(<ChannelHere popup />)}
    </SignedIn>
  ),
  'my-channels': () => ownPage(<MyChannels />, '/'),
  'my-channel': () => ownPage(<MyChannel />, '/my-channels'),
  oauth: () => onTheWay(<OauthHere />),
  authorize: () => onTheWay(<AuthorizeHere />),
  'oauth-apps': () => openPage(<OauthApps />),
  pro: () => livePage(<Pro />, '/'),
  checkout: () => onTheWay(<Checkout />),
  'paypal-approval': () => ownPage(<WalletApproval />, '/pro'),
  thankyou: () => livePage(<ThankYou />, '/'),
  support: () => openPage(<SupportHere />),
  'login-success': () => onTheWay(<LoginSuccess />),
  about: () =>
    openPage(
      <MarkdownPage
        name="about"
        after={
          <Suspense fallback={null}>
            <People />
          </Suspense>
        }
      />,
    ),
  markdown,
  'style-guide': () => internal(<StyleGuide />),
  'page-preview': () => internal(<PagePreview />),
  'view-tests': () => internal(<ViewTests />),
  'motion-tests': () => internal(<MotionTests />),
  elsewhere: () => <Elsewhere path={currentPath()} lost={notFound()} />,
  'not-found': notFound,
}

/** The page needs an account; signing in comes back to it. */
function ToSignIn() {
  const [next] = useState(currentAddress)
  useEffect(() => go(`/signin?${new URLSearchParams({ next })}`, { replace: true }), [next])
  return null
}

/** Follows as whoever is signed in here; signing in comes back to the page. */
function SubscribeHere() {
  const [account] = useState(signedIn)
  const [calls] = useState(() => callsOf(account?.api_key ?? ''))
  const request = signInRequest({ next: currentPath() + currentQuery(), source: 'subscribe' }, origin())
  return <Subscribe calls={calls} member={account !== undefined} signIn={<SignInButtons request={request} />} />
}

/** With a client to let in it is the page that asks about it. */
function OauthHere() {
  return useQuery().client_id === undefined ? <Oauth /> : <AuthorizeHere />
}

/** Lets an app in to the account that is signed in here; signing in comes back to the page. */
function AuthorizeHere() {
  const [account] = useState(signedIn)
  const [calls] = useState(() => callsOf(account?.api_key ?? ''))
  const signIn = (next: string) => <SignInButtons request={signInRequest({ next, source: 'authorize' }, origin())} />
  return <Authorize calls={calls} email={account?.email} signIn={signIn} />
}

/** Signs in a machine that shows a code, as whoever is signed in here; signing in comes back to the page. */
function DeviceCodeHere() {
  const [account, setAccount] = useState(signedIn)
  const [calls] = useState(() => callsOf(account?.api_key ?? ''))
  if (!account) return <ToSignIn />
  return <DeviceCode calls={calls} email={account.email} onSignedOut={() => setAccount(undefined)} />
}

/** Anybody may write; whoever is signed in here need not say who that is. */
function SupportHere() {
  const [account] = useState(signedIn)
  const [calls] = useState(visitor)
  return <Support account={account} calls={calls} />
}

/** A channel with its latest posts, which look as they do wherever they arrive. */
function ChannelHere({ popup = false }: { popup?: boolean }) {
  const t = useStore(messages)
  const [name, setName] = useState<string>()
  useTitle(name ?? t.channels)
  return <ChannelPage popup={popup} onName={setName} draw={(post) => <Post {...post} />} />
}

function Expired() {
  const t = useStore(messages)
  useTitle(t.expired)
  return publicPage(<SessionExpired next={currentAddress()} />)
}

function Titled({ title, children }: { title: string | undefined; children: ReactNode }) {
  useTitle(title)
  return children
}

/** Says so when the browser keeps back what nothing here works without. */
function warnOfMissingParts(): void {
  const t = messages.get()
  const email = supportEmail()
  // Where an account is kept there is a storage. One that is full has a page of its own.
  if (!storageWorks() && !signedIn()) showBanner({ title: t.disabled({ what: 'Local Storage', email }), body: '' })
  // Some extensions take these away from pages. For the history something stands in by now, which says so.
  if (hasConflict(window, 'conflict' in document.documentElement.dataset)) showBanner({ title: t.conflict, body: '' })
  const version = oldInternetExplorer()
  if (version) showBanner({ title: t.internetExplorer({ version }), body: '' })
  if (!socketsWork()) showBanner({ title: t.disabled({ what: 'WebSocket', email }), body: '' })
}
