import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { MonitorSmartphone, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { hrefOf, type Place, type Section } from '../route.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { i18n } from '../ui/language.ts'
import { useClient, useTarget } from './client.ts'
import { SearchBox, SearchButton } from './Search.tsx'
import styles from './Sidebar.module.css'
import { TargetList } from './TargetList.tsx'

const messages = i18n('sidebar', {
  addFriend: 'Add a friend',
  addDevice: 'Add a device',
  noDevices: 'No devices yet',
  noDevicesMore: 'Connect a computer or a server, and what you share here reaches it.',
})

/** What each section lists, and what adds to it. */
const lists = {
  people: { add: 'addFriend' },
  devices: { add: 'addDevice' },
} as const

/** The list of the open section, under the search over all of them. */
export function Sidebar({ place, onSearch }: { place: Place; onSearch: () => void }) {
  const open = useTarget(place)
  const targets = useListed(place.section, open)
  const { section, item } = place
  const current = open?.key ?? item
  return (
    <div className={styles.sidebar} data-region="sidebar">
      <SearchButton onOpen={onSearch} />
      <SearchBox current={current}>
        <TargetList section={section} targets={targets} current={current} />
        {section === 'devices' && targets.length === 0 ? <NoDevices /> : <AddLink section={section} current={item === 'new'} />}
      </SearchBox>
    </div>
  )
}

/** The targets that a section lists; the open one is among them, also when it is nobody's chat yet. */
function useListed(section: Section, open: Target | undefined): Target[] {
  const client = useClient()
  const people = useStore(client.target.$people)
  const devices = useStore(client.target.$devices)
  if (section === 'devices') return [...devices]
  const listed = [client.target.me, ...people]
  if (open && !listed.some((target) => target.key === open.key)) listed.splice(1, 0, open)
  return listed
}

function AddLink({ section, current }: { section: Section; current: boolean }): ReactNode {
  const t = useStore(messages)
  return (
    <a href={hrefOf(section, 'new')} className={styles.add} aria-current={current ? 'page' : undefined}>
      <span className={styles.plus}>
        <Plus size={20} aria-hidden="true" />
      </span>
      <span className={styles.addWords}>{t[lists[section].add]}</span>
    </a>
  )
}

function NoDevices() {
  const t = useStore(messages)
  return (
    <div className={styles.nothing}>
      <div className={styles.wideOnly}>
        <EmptyState picture={<Avatar name="" seed="device" glyph={<MonitorSmartphone />} />} title={t.noDevices}>
          {t.noDevicesMore}
        </EmptyState>
      </div>
      <AddLink section="devices" current={false} />
    </div>
  )
}
