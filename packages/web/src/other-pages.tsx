// Lists the pages of the web client, except the main page and the conversation in its own window: title, frame and screen.

import { useStore } from '@nanostores/react'
import type { Calls } from '@waypost/client/ground/call'
import { Refusal } from '@waypost/protocol'
import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { linkTo } from './browser/document.ts'
import { currentPath, currentQuery, go, leaveFor, origin } from './browser/location.ts'
import { channelName, findSubscription } from './channel/follow/following.ts'
import { notFoundWords, pageTitles } from './en.ts'
import {
  accountFrame,
  bareFrame,
  bareSessionFrame,
  internalFrame,
  liveFrame,
  noFrame,
  openFrame,
  type PageFrame,
  Titled,
  ToSignIn,
} from './frames.tsx'
import text from './page/markdown/MarkdownPage.module.css'
import { useTitle } from './page/unread-title.ts'
import { Post } from './push/Post.tsx'
import { apiReference, leadsTo, markdownName, type Page, useQuery } from './route.ts'
import { SignedIn } from './SignedIn.tsx'
import { callsOf, signedIn } from './session/account.ts'
import { SessionContext } from './session/context.ts'
import { AskHere } from './sign-in/elevation/AskHere.tsx'
import { signInRequest } from './sign-in/sign-in-request.ts'
import { ButtonLink } from './ui/inputs/Button.tsx'
import { i18n } from './ui/language.ts'
import { lazily } from './ui/lazily.tsx'
import { EmptyState } from './ui/lists/EmptyState.tsx'

const screen = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lazily(load, { page: true })

// Each is loaded when first opened.
const SignIn = screen(() => import('./sign-in/SignIn.tsx').then((module) => module.SignIn))
const ProviderLocal = screen(() => import('./sign-in/ProviderLocal.tsx').then((module) => module.ProviderLocal))
const ConfirmEmail = screen(() => import('./sign-in/emailed-links/ConfirmEmail.tsx').then((module) => module.ConfirmEmail))
const AuthError = screen(() => import('./sign-in/AuthError.tsx').then((module) => module.AuthError))
const DesktopAuth = screen(() => import('./sign-in/DesktopAuth.tsx').then((module) => module.DesktopAuth))
const SignInButtons = lazily(() => import('./sign-in/SignIn.tsx').then((module) => module.SignInButtons))
const Subscribe = screen(() => import('./channel/follow/Subscribe.tsx').then((module) => module.Subscribe))
const Channels = screen(() => import('./channel/directory/Channels.tsx').then((module) => module.Channels))
const ChannelPage = screen(() => import('./channel/ChannelPage.tsx').then((module) => module.ChannelPage))
const MyChannels = screen(() => import('./channel/MyChannels.tsx').then((module) => module.MyChannels))
const MyChannel = screen(() => import('./channel/editor/MyChannel.tsx').then((module) => module.MyChannel))
const DeviceCode = screen(() => import('./sign-in/DeviceCode.tsx').then((module) => module.DeviceCode))
const PhonePage = screen(() => import('./sign-in/phone/PhonePage.tsx').then((module) => module.PhonePage))
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
const Unsubscribe = screen(() => import('./support/Unsubscribe.tsx').then((module) => module.Unsubscribe))
const People = lazily(() => import('./about/People.tsx').then((module) => module.People))
const MarkdownPage = screen(() => import('./page/markdown/MarkdownPage.tsx').then((module) => module.MarkdownPage))
const StyleGuide = screen(() => import('./page/style-guide/StyleGuide.tsx').then((module) => module.default))
const PagePreview = screen(() => import('./page/style-guide/PagePreview.tsx').then((module) => module.default))
const ViewTests = screen(() => import('./page/self-test/SelfTests.tsx').then((module) => module.ViewTests))
const MotionTests = screen(() => import('./page/self-test/SelfTests.tsx').then((module) => module.MotionTests))

const titles = i18n('page-titles', pageTitles)

/** A page that isn't part of the initial load. */
type PageName = Exclude<Page, '/' | '/chat' | '/share'>

interface PageEntry {
  /** The title of the window, unless the screen sets it. */
  title: keyof ReturnType<(typeof titles)['get']> | undefined
  screen: () => ReactNode
  frame: PageFrame
  /** The path of the page above it, `/` by default. */
  back?: string
}

const pages: Record<PageName, PageEntry> = {
  '/signin': { title: 'signIn', screen: () => <SignIn />, frame: bareFrame },
  '/provider/local': { title: 'signIn', screen: () => <ProviderLocal />, frame: bareFrame },
  '/confirm-email': { title: 'confirmEmail', screen: () => <ConfirmEmail />, frame: bareFrame },
  '/auth_error': { title: 'authError', screen: () => <AuthError />, frame: bareFrame },
  '/desktop_auth': { title: 'signingIn', screen: () => <DesktopAuth />, frame: bareFrame },
  '/device': { title: 'device', screen: () => <DeviceCodePage />, frame: bareSessionFrame },
  '/phone': { title: 'phone', screen: () => <PhonePage />, frame: bareFrame },
  '/apps': { title: 'apps', screen: () => <Apps />, frame: openFrame },
  '/subscribe': { title: 'subscribe', screen: () => <SubscribePage />, frame: bareFrame },
  '/channels': { title: 'channels', screen: () => <Channels />, frame: liveFrame },
  '/channel': { title: undefined, screen: () => <OneChannel />, frame: liveFrame, back: '/channels' },
  '/channel-popup': { title: undefined, screen: () => <OneChannel popup />, frame: bareSessionFrame },
  '/my-channels': { title: 'myChannels', screen: () => <MyChannels />, frame: accountFrame },
  '/my-channel': { title: 'myChannel', screen: () => <MyChannel />, frame: accountFrame, back: '/my-channels' },
  '/oauth': { title: 'oauth', screen: () => <OauthPage />, frame: bareFrame },
  '/authorize': { title: 'authorize', screen: () => <AuthorizePage />, frame: bareFrame },
  '/oauth-apps': { title: 'apps', screen: () => <OauthAppsPage />, frame: openFrame },
  '/pro': { title: 'pro', screen: () => <Pro />, frame: liveFrame },
  '/checkout': { title: 'checkout', screen: () => <Checkout />, frame: bareFrame },
  '/paypal-payment-approve': {
    title: 'payment',
    screen: () => <WalletApproval />,
    frame: accountFrame,
    back: '/pro',
  },
  '/thankyou': { title: 'thanks', screen: () => <ThankYou />, frame: liveFrame },
  '/support': { title: 'support', screen: () => <SupportPage />, frame: openFrame },
  '/login-success': { title: 'loginSuccess', screen: () => <LoginSuccess />, frame: bareFrame },
  '/about': { title: undefined, screen: () => <About />, frame: openFrame },
  markdown: { title: undefined, screen: () => <Markdown />, frame: openFrame },
  '/style-guide': { title: 'styleGuide', screen: () => <StyleGuide />, frame: internalFrame },
  '/page-preview': { title: 'pagePreview', screen: () => <PagePreview />, frame: internalFrame },
  '/onecup-tests': { title: 'selfTests', screen: () => <ViewTests />, frame: internalFrame },
  '/physics-tests': { title: 'selfTests', screen: () => <MotionTests />, frame: internalFrame },
  redirect: { title: undefined, screen: () => <Elsewhere path={currentPath()} />, frame: noFrame },
  'not-found': { title: 'notFound', screen: () => <NotFound />, frame: openFrame },
}

/** Draws a page in its frame and sets the title of the window. */
export function OtherPage({ page }: { page: PageName }) {
  const t = useStore(titles)
  const { title, screen, frame, back } = pages[page]
  return <Titled title={title && t[title]}>{frame(screen(), back)}</Titled>
}

/** Signing in returns to this page. */
function SubscribePage() {
  const [account] = useState(signedIn)
  const [calls] = useState(() => callsOf(account?.api_key ?? ''))
  const request = signInRequest({ next: currentPath() + currentQuery(), source: 'subscribe' }, origin())
  return <Subscribe calls={calls} member={account !== undefined} signIn={<SignInButtons request={request} />} />
}

/** `/oauth` with a client asks for its approval, like `/authorize`. */
function OauthPage() {
  return useQuery().client_id === undefined ? <Oauth /> : <AuthorizePage />
}

/** Signing in returns to this page. */
function AuthorizePage() {
  const [account] = useState(signedIn)
  const [answer, setAnswer] = useState<(elevated: boolean) => void>()
  const [calls] = useState(() => callsOf(account?.api_key ?? '', () => new Promise((resolve) => setAnswer(() => resolve))))
  const signIn = (next: string) => <SignInButtons request={signInRequest({ next, source: 'authorize' }, origin())} />
  return (
    <>
      <Authorize calls={calls} email={account?.email} signIn={signIn} />
      {answer && (
        // A session is only opened for this: an invalid token shows the ways to sign in on this page.
        <SignedIn visitor={null} expired={null}>
          <AskHere
            onAnswered={(elevated) => {
              setAnswer(undefined)
              answer(elevated)
            }}
          />
        </SignedIn>
      )}
    </>
  )
}

/** Where to get apps, for anybody and for those who followed a channel through `/subscribe`. */
function OauthAppsPage() {
  const { channel_tag } = useQuery()
  const [account] = useState(signedIn)
  const [calls] = useState(() => callsOf(account?.api_key ?? ''))
  const followed = useFollowed(calls, account ? channel_tag : undefined)
  return followed === 'looking' ? <main id="main" tabIndex={-1} /> : <OauthApps followed={followed} />
}

/** Signing in returns to this page. */
function DeviceCodePage() {
  const session = use(SessionContext)
  const [account] = useState(signedIn)
  if (!account || !session) return <ToSignIn />
  return <DeviceCode calls={session} email={account.email} />
}

/** Support needs no account; with one, the form fills in the email and support knows the account. */
function SupportPage() {
  const [account] = useState(signedIn)
  const [calls] = useState(() => callsOf(account?.api_key ?? ''))
  return <Support account={account} calls={calls} />
}

function OneChannel({ popup = false }: { popup?: boolean }) {
  const t = useStore(titles)
  const [name, setName] = useState<string>()
  useTitle(name ?? t.channels)
  return <ChannelPage popup={popup} onName={setName} draw={(post) => <Post {...post} />} />
}

function About() {
  const people = (
    <Suspense fallback={null}>
      <People />
    </Suspense>
  )
  return <MarkdownPage name="about" after={people} />
}

function Markdown() {
  const name = markdownName(currentPath())
  const { token } = useQuery()
  const [calls] = useState(() => callsOf(''))
  if (name === 'unsubscribed' && token)
    return <Unsubscribe calls={calls} token={token} done={(after) => <MarkdownPage name={name} after={after} />} />
  return <MarkdownPage key={name} name={name} />
}

/** Undefined if the account doesn't follow it, or that can't be determined. */
function useFollowed(calls: Calls, tag: string | undefined): string | undefined | 'looking' {
  const [found, setFound] = useState<{ name: string | undefined }>()
  useEffect(() => {
    if (tag === undefined) return
    let wanted = true
    const ask = async () => {
      try {
        const channel = (await findSubscription(calls, tag))?.channel
        return channel && channelName(channel)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return undefined
      }
    }
    void ask().then((name) => wanted && setFound({ name }))
    return () => {
      wanted = false
    }
  }, [calls, tag])
  if (tag === undefined) return undefined
  return found ? found.name : 'looking'
}

/** A path that redirects. */
function Elsewhere({ path }: { path: string }) {
  const goal = leadsTo(path, { blog: linkTo('blog'), help: linkTo('help') })
  useEffect(() => {
    if (goal?.startsWith('/') && goal !== apiReference) go(goal, { replace: true })
    else if (goal) leaveFor(goal, { replace: true })
  }, [goal])
  return null
}

const notFoundMessages = i18n('not-found', notFoundWords)

function NotFound() {
  const t = useStore(notFoundMessages)
  return (
    <main id="main" tabIndex={-1} className={text.centre}>
      <EmptyState level="h1" drawing="signpost" title={t.title} action={<ButtonLink href="/">{t.home}</ButtonLink>} />
    </main>
  )
}
