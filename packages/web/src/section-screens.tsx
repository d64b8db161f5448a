import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { type ReactNode, Suspense } from 'react'
import { Fetching, Missing } from './page/shell/Pane.tsx'
import { sectionNames } from './page/shell/sections.ts'
import { ConversationPane } from './push/ConversationPane.tsx'
import { androidItem, fromPhoneItem, type Place, phoneItem, type Section, sourcePageOf, type TargetSection } from './route.ts'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { lazily } from './ui/lazily.tsx'

// None of these is on the first page, so each loads on demand.
const NewPerson = lazily(() => import('./people/NewPerson.tsx').then((module) => module.NewPerson))
const NewDevice = lazily(() => import('./apps/NewDevice.tsx').then((module) => module.NewDevice))
const AndroidPhone = lazily(() => import('./apps/phone/AndroidPhone.tsx').then((module) => module.AndroidPhone))
const SignInPhone = lazily(() => import('./sign-in/phone/SignInPhone.tsx').then((module) => module.SignInPhone))
const FromPhone = lazily(() => import('./from-phone/FromPhone.tsx').then((module) => module.FromPhone))
const FollowSomething = lazily(() => import('./channel/follow/FollowSomething.tsx').then((module) => module.FollowSomething))
const NewSource = lazily(() => import('./source/NewSource.tsx').then((module) => module.NewSource))
const SourcePage = lazily(() => import('./source/SourcePage.tsx').then((module) => module.SourcePage))
const SettingsSidebar = lazily(() => import('./settings/Settings.tsx').then((module) => module.SettingsSidebar))
const SettingsMain = lazily(() => import('./settings/Settings.tsx').then((module) => module.SettingsMain))
const ConnectedApps = lazily(() => import('./grant/ConnectedApps.tsx').then((module) => module.ConnectedApps))
const Invite = lazily(() => import('./people/Invite.tsx').then((module) => module.Invite))
const TextingSidebar = lazily(() => import('./sms/SmsSection.tsx').then((module) => module.SmsSidebar))
const TextingMain = lazily(() => import('./sms/SmsSection.tsx').then((module) => module.SmsMain))
const RemoteFilesSidebar = lazily(() => import('./remote-files/RemoteFiles.tsx').then((module) => module.RemoteFilesSidebar))
const RemoteFilesMain = lazily(() => import('./remote-files/RemoteFiles.tsx').then((module) => module.RemoteFilesMain))
const Admin = lazily(() => import('./admin/Admin.tsx').then((module) => module.Admin))
const SetupSidebar = lazily(() => import('./setup/Setup.tsx').then((module) => module.SetupSidebar))
const SetupMain = lazily(() => import('./setup/Setup.tsx').then((module) => module.SetupMain))

interface SectionProps {
  place: Place
  target: Target | undefined
  onSearch: () => void
  onSignOut: () => void
  /** Reports the name of the open item, for the title of the window. */
  onName: (name: string | undefined) => void
}

type Screen = (props: SectionProps) => ReactNode

interface SectionScreens {
  sidebar: Screen
  main: Screen
}

/** The list and the main pane of each section. Functions rather than components, so everything that sections share stays mounted. */
export const sectionScreens: Record<Section, SectionScreens> = {
  setup: paneScreens(
    'setup',
    ({ place: { item } }) => <SetupSidebar item={item} />,
    ({ place: { item } }) => <SetupMain item={item} />,
  ),
  people: targetScreens('people', <NewPerson />),
  devices: targetScreens('devices', <NewDevice />),
  following: targetScreens('following', <FollowSomething />),
  sources: targetScreens('sources', <NewSource />),
  sms: paneScreens(
    'sms',
    ({ place: { item } }) => <TextingSidebar item={item} />,
    ({ place: { item }, onName }) => <TextingMain item={item} onName={onName} />,
  ),
  remotefiles: paneScreens(
    'remotefiles',
    ({ place: { item } }) => <RemoteFilesSidebar item={item} />,
    ({ place: { item } }) => <RemoteFilesMain item={item} />,
  ),
  settings: paneScreens(
    'settings',
    ({ place: { item } }) => <SettingsSidebar item={item} />,
    ({ place: { item }, onSignOut }) => (
      <SettingsMain item={item} apps={<ConnectedApps />} invite={<Invite />} onSignOut={onSignOut} />
    ),
  ),
  admin: {
    // With one column, the list of the tabs is part of the screen.
    sidebar: (props) => props.place.item === undefined && administration(props),
    main: administration,
  },
}

function paneScreens(section: Section, list: Screen, pane: Screen): SectionScreens {
  return {
    sidebar: (props) => <Suspense fallback={<div />}>{list(props)}</Suspense>,
    main: (props) => <PaneOf section={section}>{pane(props)}</PaneOf>,
  }
}

function targetScreens(section: TargetSection, newScreen: ReactNode): SectionScreens {
  return {
    sidebar: ({ place, onSearch }) => <Sidebar {...place} section={section} onSearch={onSearch} />,
    main: ({ place, target }) => <TargetPane {...place} section={section} target={target} newScreen={newScreen} />,
  }
}

const deviceScreens = new Map<string | undefined, ReactNode>([
  [phoneItem, <SignInPhone key={phoneItem} />],
  [androidItem, <AndroidPhone key={androidItem} />],
  [fromPhoneItem, <FromPhone key={fromPhoneItem} />],
])

interface TargetPaneProps {
  section: TargetSection
  item?: string
  target: Target | undefined
  newScreen: ReactNode
}

function TargetPane({ section, item, target, newScreen }: TargetPaneProps) {
  const added = (section === 'devices' && deviceScreens.get(item)) || (item === 'new' && newScreen)
  if (added) return <PaneOf section={section}>{added}</PaneOf>
  const page = section === 'sources' ? sourcePageOf(item) : undefined
  if (target && page)
    return (
      <PaneOf section={section}>
        <SourcePage key={`${target.key} ${page}`} target={target} page={page} />
      </PaneOf>
    )
  if (target) return <ConversationPane target={target} section={section} />
  return item === undefined ? null : <Missing section={section} />
}

function administration({ place: { item } }: SectionProps): ReactNode {
  return (
    <Suspense fallback={item !== undefined && <Fetching title={sectionNames.get().admin} />}>
      <Admin item={item} />
    </Suspense>
  )
}

function PaneOf({ section, children }: { section: Section; children: ReactNode }) {
  const names = useStore(sectionNames)
  return <Suspense fallback={<Fetching title={names[section]} />}>{children}</Suspense>
}
