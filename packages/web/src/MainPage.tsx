import { useStore } from '@nanostores/react'
import { conversationOfTarget, type Session, type Target } from '@waypost/client'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { afterFirstPage, firstPageShown, whenIdle } from './browser/clock.ts'
import { currentPath } from './browser/location.ts'
import { nameInWords } from './format/names.ts'
import { useConnectionStatus } from './page/connection.ts'
import { Header } from './page/header/Header.tsx'
import { otherSections, StepsLeft } from './page/shell/Minibar.tsx'
import { RestMissing, Starting } from './page/shell/Pane.tsx'
import { Shell } from './page/shell/Shell.tsx'
import { ShortcutsLater } from './page/shell/ShortcutsLater.tsx'
import { sectionNames, useSections } from './page/shell/sections.ts'
import { useUnreadTitle } from './page/unread-title.ts'
import { usePlace } from './place.ts'
import { fetchMessages } from './push/history/History.tsx'
import { AnnouncementsLater, useAttention, useNotifications } from './push/notifications/notifications.tsx'
import { isTargetSection } from './route.ts'
import { sectionScreens } from './section-screens.tsx'
import { appGuid } from './session/account.ts'
import { beginAfterFirstPage } from './session/begin-later.ts'
import { useSession, useTarget } from './session/context.ts'
import { leaveSession } from './session/open-session.ts'
import { focusSearch } from './sidebar/Search.tsx'
import { TargetDialog } from './target/TargetDialog.tsx'
import { fetchSoonNeeded, lazily, whenSoon } from './ui/lazily.tsx'

const ProveEmail = lazily(() => import('./sign-in/ProveEmail.tsx').then((module) => module.ProveEmail))

const Palette = lazily(() => import('./sidebar/Palette.tsx').then((module) => module.Palette), { soon: true })

const SearchDialog = lazily(() => import('./sidebar/SearchDialog.tsx').then((module) => module.SearchDialog), { soon: true })

const loadMenuItems = whenSoon(() => import('./target/menu-items.tsx'))

const canBeMuted = ({ type }: Target): boolean => ['chat', 'channel', 'subscription', 'source'].includes(type)

async function toggleMute(session: Session, target: Target): Promise<void> {
  const { muteItem } = await loadMenuItems()
  await muteItem(session, target)?.onSelect()
}

/** `/`: the sections, the list of the open section, and the open item. */
export function MainPage() {
  const session = useSession()
  const names = useStore(sectionNames)
  const account = useStore(session.$account)
  const state = useStore(session.$state)
  const status = useConnectionStatus(session)
  const [searching, setSearching] = useState(false)
  const place = usePlace(session)
  const target = useTarget(place)
  useAttention(session)
  useNotifications(session, target)
  const [smsName, setSmsName] = useState<string>()
  const ready = state === 'ready'
  const shown = useShown(session, target)
  const background = useBackground(session, ready)
  useEffect(() => (ready ? afterFirstPage(fetchSoonNeeded, 1_000) : undefined), [ready])
  useFirstPage(state !== 'starting', shown && target !== undefined)
  const knowsPeople = useStore(session.target.$people).length > 0
  useEffect(() => {
    // Anyone with people in their list has messages, which may still be loading. If this fails, showing them retries and reports the error.
    if (knowsPeople) fetchMessages().catch(() => {})
  }, [knowsPeople])
  const openName = target ? nameInWords(target) : place.section === 'sms' ? smsName : undefined
  useUnreadTitle(session, openName ?? names[place.section])
  const onSignOut = () => leaveSession(session)
  const onSearch = () => setSearching(true)
  const sections = useSections()
  const [over, setOver] = useState<'palette' | 'sheet' | 'block' | 'clear'>()
  const close = () => setOver(undefined)
  const { section, item } = place
  const context = useMemo(
    () => ({
      session,
      place: { section, ...(item !== undefined && { item }) },
      target,
      sections,
      onPalette: () => setOver('palette'),
      onSearch: () => focusSearch(() => setSearching(true)),
      onSheet: () => setOver('sheet'),
      onMute: target?.obj && canBeMuted(target) ? () => void toggleMute(session, target) : undefined,
      onAsk: setOver,
      onSignOut: () => leaveSession(session),
    }),
    [session, section, item, sections, target],
  )
  const { sidebar, main } = sectionScreens[place.section]
  const props = { place, target, onSearch, onSignOut, onName: setSmsName }
  return (
    <>
      <Shell
        place={place}
        status={status}
        notice={
          <>
            {account?.email_unproven && <ProveEmail />}
            {shown && !ready && <RestMissing session={session} />}
          </>
        }
        header={(title) => (
          <Header
            account={account}
            onSignOut={onSignOut}
            title={title}
            sections={otherSections(sections)}
            mark={sections.some(({ section }) => section === 'setup') && <StepsLeft />}
          />
        )}
        sidebar={(at) => sidebar({ ...props, place: at })}
        main={
          shown ? (
            main(props)
          ) : (
            <Starting failed={typeof state === 'object' ? state.failed : undefined} onRetry={() => void session.start()} />
          )
        }
      />
      {searching && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setSearching(false)} />
        </Suspense>
      )}
      <ShortcutsLater context={context} sheet={over === 'sheet'} onSheetClosed={close} />
      {over === 'palette' && (
        <Suspense fallback={null}>
          <Palette context={context} onClose={close} />
        </Suspense>
      )}
      {(over === 'block' || over === 'clear') && target && isTargetSection(section) && (
        <TargetDialog asking={over} target={target} section={section} onClose={close} />
      )}
      <AnnouncementsLater open={target} guid={appGuid()} />
      {background}
    </>
  )
}

/** Whether the main pane can be shown. On the very first start, the open conversation loads before all others, and stays if those fail. */
function useShown(session: Session, target: Target | undefined): boolean {
  const state = useStore(session.$state)
  const early = useStore(session.$early)
  return state === 'ready' || (target !== undefined && conversationOfTarget(target) === early)
}

/** Reports that the first page is shown: a conversation reports that itself, and has ten seconds to do so. */
function useFirstPage(begun: boolean, isConversation: boolean): void {
  useEffect(() => (begun ? whenIdle(isConversation ? 10_000 : 0, firstPageShown) : undefined), [begun, isConversation])
}

/** Returns whatever it draws over the page. */
function useBackground(session: Session, ready: boolean): ReactNode {
  const [over, draw] = useState<ReactNode>()
  useEffect(() => {
    if (!ready) return
    // The open conversation loads first, unless something is being shared.
    const after = currentPath() === '/share' ? 0 : undefined
    const begin = async () => {
      const { beginBackground } = await import('./background.tsx')
      return () => beginBackground(session, draw)
    }
    return beginAfterFirstPage(session, begin, after)
  }, [session, ready])
  return over
}
