import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { Plus } from 'lucide-react'
import { fromPhoneItem, hrefOf, type Place, type TargetSection } from '../route.ts'
import { useCalmStore } from '../session/calm-store.ts'
import { useSession, useTarget } from '../session/context.ts'
import { useOnline } from '../target/TargetAvatar.tsx'
import { RowBones } from '../ui/feedback/Bones.tsx'
import { i18n } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import list from '../ui/lists/List.module.css'
import { AddItem } from '../ui/lists/ListItem.tsx'
import { sidebarWords } from './en.ts'
import { SearchBox, SearchButton } from './Search.tsx'
import styles from './Sidebar.module.css'
import { TargetList } from './TargetList.tsx'

const messages = i18n('sidebar', sidebarWords)

// Few people archive anything.
const Archived = lazily(async () => (await import('./Archived.tsx')).Archived, { soon: true, waiting: () => null })

const FromPhoneRow = lazily(async () => (await import('./FromPhoneRow.tsx')).FromPhoneRow, { spare: true, waiting: () => null })

const lists = {
  people: { add: 'addFriend', empty: undefined },
  devices: { add: 'addDevice', empty: { title: 'noDevices', more: 'noDevicesMore', drawing: 'devices' } },
  following: { add: 'follow', empty: { title: 'noFollowing', more: 'noFollowingMore', drawing: 'channels' } },
  sources: { add: 'newSource', empty: { title: 'noSources', more: 'noSourcesMore', drawing: 'box' } },
} as const

/** The sidebar: the search, and the list of the open section. */
export function Sidebar({ section, item, onSearch }: Place & { section: TargetSection; onSearch: () => void }) {
  const t = useStore(messages)
  const open = useTarget({ section, ...(item !== undefined && { item }) })
  const targets = useListed(section, open)
  const current = open?.key ?? item
  const shown = targets.filter(({ archived }) => !archived)
  const { add, empty } = lists[section]
  useOnline(section === 'devices')
  const state = useStore(useSession().$state)
  return (
    <div className={styles.sidebar} data-region="sidebar">
      <SearchButton onOpen={onSearch} />
      <SearchBox current={current}>
        {state === 'starting' && targets.length <= 1 && <RowBones />}
        {section === 'devices' && <FromPhoneRow current={item === fromPhoneItem} />}
        <TargetList groups={[{ section, items: shown.map((target) => ({ target })) }]} current={current} />
        {shown.length < targets.length && (
          <Archived section={section} targets={targets.filter(({ archived }) => archived)} current={current} />
        )}
        {empty && targets.length === 0 && state === 'ready' && (
          <div className={list.wideOnly}>
            <EmptyState drawing={empty.drawing} title={t[empty.title]}>
              {t[empty.more]}
            </EmptyState>
          </div>
        )}
        <AddItem href={hrefOf(section, 'new')} icon={<Plus size={20} aria-hidden="true" />} current={item === 'new'}>
          {t[add]}
        </AddItem>
      </SearchBox>
    </div>
  )
}

/** The open target is included even if there is no chat with it yet. */
function useListed(section: TargetSection, open: Target | undefined): readonly Target[] {
  const session = useSession()
  const people = useCalmStore(session.target.$people)
  const devices = useStore(session.target.$devices)
  const following = useStore(session.target.$following)
  const sources = useStore(session.target.$sources)
  if (section === 'devices') return devices
  if (section === 'following') return following
  if (section === 'sources') return sources
  const listed = [session.target.me, ...people]
  if (open && !listed.some((target) => target.key === open.key)) listed.splice(1, 0, open)
  return listed
}
