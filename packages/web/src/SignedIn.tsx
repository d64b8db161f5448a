import { useStore } from '@nanostores/react'
import { openSession, platform, type Session, type Target } from '@waypost/client'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { agent, appGuid, signedIn, signOut } from './account/session.ts'
import { trackCall } from './account/tracking.ts'
import { $focused } from './browser/attention.ts'
import { leaveFor, origin } from './browser/location.ts'
import { $networkUp, sendBytes } from './browser/network.ts'
import { savedLocally } from './browser/storage.ts'
import { browserTabs } from './browser/tabs.ts'
import { nameInWords } from './format/names.ts'
import { ChatWindow } from './page/ChatWindow.tsx'
import { useConnectionStatus } from './page/connection.ts'
import { Header } from './page/Header.tsx'
import { Fetching, Missing, Starting } from './page/Pane.tsx'
import { Shell } from './page/Shell.tsx'
import { Shortcuts } from './page/Shortcuts.tsx'
import { sectionNames } from './page/section-names.ts'
import { useUnreadTitle } from './page/title.ts'
import { usePlace } from './place.ts'
import { Announcements } from './push/Announcements.tsx'
import { useAttention, useNotifications } from './push/notifications.ts'
import { Thread } from './push/Thread.tsx'
import { isTargetSection, type Place, placeOf, type TargetSection, useHash, useQuery } from './route.ts'
import { beginLater } from './session/begin-later.ts'
import { SessionContext, useTarget } from './session/context.ts'
import { focusSearch, SearchDialog } from './sidebar/Search.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { lazily } from './ui/lazily.tsx'
import { closeBannersOf, showBanner } from './ui/notices.ts'

// Nobody opens these first, so they come when they are opened.
const NewPerson = lazily(() => import('./people/NewPerson.tsx').then((module) => module.NewPerson))
const NewDevice = lazily(() => import('./apps/NewDevice.tsx').then((module) => module.NewDevice))
const FollowSomething = lazily(() => import('./channel/FollowSomething.tsx').then((module) => module.FollowSomething))
const Settings = lazily(() => import('./account/settings/Settings.tsx').then((module) => module.Settings))
const ConnectedApps = lazily(() => import('./grant/ConnectedApps.tsx').then((module) => module.ConnectedApps))
const Invite = lazily(() => import('./people/Invite.tsx').then((module) => module.Invite))
const TextingSidebar = lazily(() => import('./text/Texting.tsx').then((module) => module.TextingSidebar))
const TextingMain = lazily(() => import('./text/Texting.tsx').then((module) => module.TextingMain))
const RemoteFilesSidebar = lazily(() => import('./remote-files/RemoteFiles.tsx').then((module) => module.RemoteFilesSidebar))
const RemoteFilesMain = lazily(() => import('./remote-files/RemoteFiles.tsx').then((module) => module.RemoteFilesMain))

const SetupSidebar = lazily(() => import('./setup/Setup.tsx').then((module) => module.SetupSidebar))
const SetupMain = lazily(() => import('./setup/Setup.tsx').then((module) => module.SetupMain))

/** The next answer after a failure without a network takes back what was said of it. */
const fetchAndTell: typeof platform.fetch = async (url, request) => {
  const answer = await platform.fetch(url, request)
  closeBannersOf('Network Issue')
  trackCall(request.method, url, answer.status)
  return answer
}

interface SignedInProps {
  /** What somebody without an account sees. */
  visitor: ReactNode
  /** For somebody whose account is no longer kept here, and no longer taken by the server. */
  expired: ReactNode
  /** One conversation only. */
  chat?: boolean
  /** Another page in the place of the main page. */
  children?: ReactNode
}

/** A page of an account: the main page, or one conversation. */
export function SignedIn({ visitor, expired, chat = false, children }: SignedInProps) {
  const [account] = useState(signedIn)
  const [session, setSession] = useState<Session>()
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    if (!account) return
    const tabs = browserTabs()
    const opened = openSession({
      origin: origin(),
      token: account.api_key,
      account,
      saved: savedLocally(),
      agent,
      platform: { ...platform, send: sendBytes, fetch: fetchAndTell },
      appGuid: appGuid(),
      ...(tabs && { tabs }),
    })
    const stops = [
      opened.onFailure((failure) => showBanner(failure)),
      opened.onSignedOut((reason) => {
        const kept = signedIn()
        opened.close()
        opened.erase()
        if (!kept) setEnded(true)
        else signOut(reason === 'token' ? '/auth_error?reason=token' : '/auth_error')
      }),
      opened.$connection.listen((connection) => {
        if (connection === 'connected') closeBannersOf('Network Issue')
      }),
      opened.$state.listen((state) => {
        if (typeof state === 'object' && state.failed.code === 'storage_full') leaveFor('/auth_error?reason=localstorage')
      }),
      $focused.listen((watched) => watched && opened.wake()),
      $networkUp.listen((up) => up && opened.wake()),
    ]
    setSession(opened)
    void opened.start()
    return () => {
      for (const stop of stops) stop()
      opened.close()
    }
  }, [account])
  if (!account) return visitor
  if (ended) return expired
  if (!session) return null
  return (
    <SessionContext value={session}>
      {children ?? (chat ? <ChatHead session={session} /> : <Panes session={session} />)}
    </SessionContext>
  )
}

function Panes({ session }: { session: Session }) {
  const words = useStore(sectionNames)
  const account = useStore(session.$account)
  const state = useStore(session.$state)
  const status = useConnectionStatus(session)
  const [searching, setSearching] = useState(false)
  const place = usePlace(session)
  const target = useTarget(place)
  useAttention(session)
  useNotifications(session, target)
  const [texting, setTexting] = useState<string>()
  useTexts(session)
  const named = target ? nameInWords(target) : place.section === 'sms' ? texting : undefined
  useUnreadTitle(session, named ?? words[place.section])
  const leave = () => {
    session.close()
    session.erase()
    signOut()
  }
  const search = () => setSearching(true)
  const settings = place.section === 'settings' && (
    <Suspense fallback={place.item !== undefined && <Fetching title={words.settings} />}>
      <Settings item={place.item} apps={<ConnectedApps />} invite={<Invite />} onSignOut={leave} />
    </Suspense>
  )
  return (
    <>
      <Shell
        place={place}
        status={status}
        header={(title) => <Header account={account} onSignOut={leave} title={title} />}
        sidebar={
          isTargetSection(place.section) ? (
            <Sidebar {...place} section={place.section} onSearch={search} />
          ) : place.section === 'settings' ? (
            place.item === undefined && settings
          ) : (
            <Suspense fallback={<div />}>
              {place.section === 'setup' ? (
                <SetupSidebar item={place.item} />
              ) : place.section === 'sms' ? (
                <TextingSidebar item={place.item} />
              ) : (
                <RemoteFilesSidebar item={place.item} />
              )}
            </Suspense>
          )
        }
        main={
          state !== 'ready' ? (
            <Starting failed={typeof state === 'object' ? state.failed : undefined} onRetry={() => void session.start()} />
          ) : isTargetSection(place.section) ? (
            <TargetPane {...place} section={place.section} target={target} />
          ) : place.section === 'settings' ? (
            settings
          ) : (
            <Suspense fallback={<Fetching title={words[place.section]} />}>
              {place.section === 'setup' ? (
                <SetupMain item={place.item} />
              ) : place.section === 'sms' ? (
                <TextingMain item={place.item} onName={setTexting} />
              ) : (
                <RemoteFilesMain item={place.item} />
              )}
            </Suspense>
          )
        }
      />
      {searching && <SearchDialog onClose={() => setSearching(false)} />}
      <Shortcuts place={place} onSearch={() => focusSearch(search)} />
      <Announcements open={target} guid={appGuid()} />
    </>
  )
}

/** The conversation that the address names in its hash or as `?target=`; else one's own pushes. */
function ChatHead({ session }: { session: Session }) {
  const state = useStore(session.$state)
  const status = useConnectionStatus(session)
  const named = placeOf(useHash())
  const wanted = useQuery().target
  const section =
    named && isTargetSection(named.section) ? named.section : wanted && !/@|^me$/.test(wanted) ? 'devices' : 'people'
  const place = { section, item: named?.item ?? wanted ?? 'me' }
  const target = useTarget(place)
  useNotifications(session, target)
  useUnreadTitle(session, target && nameInWords(target))
  return (
    <ChatWindow status={status}>
      {state !== 'ready' ? (
        <Starting failed={typeof state === 'object' ? state.failed : undefined} onRetry={() => void session.start()} />
      ) : target ? (
        <Thread target={target} section={section} />
      ) : (
        <Missing section={section} />
      )}
      <Announcements open={target} guid={appGuid()} />
    </ChatWindow>
  )
}

/** What stands beside the list of a section: the open target, or the way to a new one. */
function TargetPane({ section, item, target }: Place & { section: TargetSection; target: Target | undefined }) {
  const words = useStore(sectionNames)
  if (item === 'new') return <Suspense fallback={<Fetching title={words[section]} />}>{newScreens[section]}</Suspense>
  if (target) return <Thread target={target} section={section} />
  return item === undefined ? null : <Missing section={section} />
}

const newScreens: Record<TargetSection, ReactNode> = {
  people: <NewPerson />,
  devices: <NewDevice />,
  following: <FollowSomething />,
}

/** Where some device sends texts, they go out and are told of whatever section is open. */
function useTexts(session: Session): void {
  const devices = useStore(session.device.$all)
  const state = useStore(session.$state)
  const texts = state === 'ready' && devices.some((device) => device.has_sms)
  useEffect(() => {
    if (!texts) return
    return beginLater(session, async () => {
      const { keepTexting } = await import('./text/Texting.tsx')
      return () => keepTexting(session)
    })
  }, [session, texts])
}
