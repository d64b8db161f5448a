// Draws the list and the main pane of each section of the main page.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { type ReactNode, Suspense } from 'react'
import { beginSupport } from './account/session.ts'
import { Fetching, Missing } from './page/shell/Pane.tsx'
import { sectionNames } from './page/shell/section-names.ts'
import { Thread } from './push/Thread.tsx'
import { type Place, phoneItem, type Section, type TargetSection } from './route.ts'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { lazily } from './ui/lazily.tsx'

// The first page shows none of these, so each is loaded when it is opened.
const NewPerson = lazily(() => import('./people/NewPerson.tsx').then((module) => module.NewPerson))
const NewDevice = lazily(() => import('./apps/NewDevice.tsx').then((module) => module.NewDevice))
const SignInPhone = lazily(() => import('./account/phone/SignInPhone.tsx').then((module) => module.SignInPhone))
const FollowSomething = lazily(() => import('./channel/follow/FollowSomething.tsx').then((module) => module.FollowSomething))
const SettingsSidebar = lazily(() => import('./account/settings/Settings.tsx').then((module) => module.SettingsSidebar))
const SettingsMain = lazily(() => import('./account/settings/Settings.tsx').then((module) => module.SettingsMain))
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
  /** The target that the place names. */
  target: Target | undefined
  onSearch: () => void
  onSignOut: () => void
  /** Reports the name of the open item, for the title of the window. */
  onName: (name: string | undefined) => void
}

interface SectionScreens {
  sidebar: (props: SectionProps) => ReactNode
  main: (props: SectionProps) => ReactNode
}

/** The list and the main pane of each section. Functions rather than components: what sections have in common stays mounted. */
export const sectionScreens: Record<Section, SectionScreens> = {
  setup: {
    sidebar: ({ place: { item } }) => (
      <ListOf>
        <SetupSidebar item={item} />
      </ListOf>
    ),
    main: ({ place: { item } }) => (
      <PaneOf section="setup">
        <SetupMain item={item} />
      </PaneOf>
    ),
  },
  people: targetScreens('people', <NewPerson />),
  devices: targetScreens('devices', <NewDevice />),
  following: targetScreens('following', <FollowSomething />),
  sms: {
    sidebar: ({ place: { item } }) => (
      <ListOf>
        <TextingSidebar item={item} />
      </ListOf>
    ),
    main: ({ place: { item }, onName }) => (
      <PaneOf section="sms">
        <TextingMain item={item} onName={onName} />
      </PaneOf>
    ),
  },
  remotefiles: {
    sidebar: ({ place: { item } }) => (
      <ListOf>
        <RemoteFilesSidebar item={item} />
      </ListOf>
    ),
    main: ({ place: { item } }) => (
      <PaneOf section="remotefiles">
        <RemoteFilesMain item={item} />
      </PaneOf>
    ),
  },
  settings: {
    sidebar: ({ place: { item } }) => (
      <ListOf>
        <SettingsSidebar item={item} />
      </ListOf>
    ),
    main: ({ place: { item }, onSignOut }) => (
      <PaneOf section="settings">
        <SettingsMain item={item} apps={<ConnectedApps />} invite={<Invite />} onSignOut={onSignOut} />
      </PaneOf>
    ),
  },
  admin: {
    // With one column, the list of the tabs is part of the screen.
    sidebar: (props) => props.place.item === undefined && administration(props),
    main: administration,
  },
}

function targetScreens(section: TargetSection, newScreen: ReactNode): SectionScreens {
  return {
    sidebar: ({ place, onSearch }) => <Sidebar {...place} section={section} onSearch={onSearch} />,
    main: ({ place, target }) => <TargetPane {...place} section={section} target={target} newScreen={newScreen} />,
  }
}

interface TargetPaneProps {
  section: TargetSection
  item?: string
  target: Target | undefined
  newScreen: ReactNode
}

/** The conversation with the open target, or the screen that adds one. */
function TargetPane({ section, item, target, newScreen }: TargetPaneProps) {
  const names = useStore(sectionNames)
  if (section === 'devices' && item === phoneItem)
    return (
      <Suspense fallback={<Fetching title={names[section]} />}>
        <SignInPhone />
      </Suspense>
    )
  if (item === 'new') return <Suspense fallback={<Fetching title={names[section]} />}>{newScreen}</Suspense>
  if (target) return <Thread target={target} section={section} />
  return item === undefined ? null : <Missing section={section} />
}

function administration({ place: { item } }: SectionProps): ReactNode {
  return (
    <Suspense fallback={item !== undefined && <Fetching title={sectionNames.get().admin} />}>
      <Admin item={item} onSupport={beginSupport} />
    </Suspense>
  )
}

function ListOf({ children }: { children: ReactNode }) {
  return <Suspense fallback={<div />}>{children}</Suspense>
}

function PaneOf({ section, children }: { section: Section; children: ReactNode }) {
  const names = useStore(sectionNames)
  return <Suspense fallback={<Fetching title={names[section]} />}>{children}</Suspense>
}
