import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { hasSetup } from '@waypost/client/setup/has-setup'
import { FolderOpen, ListChecks, MessageSquareText, MonitorSmartphone, Radio, SatelliteDish, Settings, Users } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { isSection, type Section } from '../../route.ts'
import { beginAfterFirstPage } from '../../session/begin-later.ts'
import { useSession } from '../../session/context.ts'
import { i18n } from '../../ui/language.ts'
import { sections } from './en.ts'

/** The names of the main page's sections. */
export const sectionNames = i18n('sections', sections)

/** In order. `key` is the letter of the shortcut after `g`. */
const everySection = [
  { section: 'setup', Icon: ListChecks, key: undefined },
  { section: 'people', Icon: Users, key: 'p' },
  { section: 'devices', Icon: MonitorSmartphone, key: 'd' },
  { section: 'following', Icon: Radio, key: 'f' },
  { section: 'sources', Icon: SatelliteDish, key: 'o' },
  { section: 'sms', Icon: MessageSquareText, key: 't' },
  { section: 'remotefiles', Icon: FolderOpen, key: 'r' },
  { section: 'settings', Icon: Settings, key: 's' },
] as const

type Entry = (typeof everySection)[number]
export type SectionEntry = Omit<Entry, 'section'> & { section: Section }

interface SectionFacts {
  /** In seconds since 1970. */
  created: number
  setupDone: boolean
  /** A device of the account can send SMS. */
  texts: boolean
}

/** The sections to show. */
export function shownSections(
  { created, setupDone, texts }: SectionFacts,
  exists: (section: string) => boolean = isSection,
): SectionEntry[] {
  const fits: Record<string, boolean> = { setup: hasSetup({ created, preferences: { setup_done: setupDone } }), sms: texts }
  return everySection.filter(({ section }) => exists(section) && (fits[section] ?? true)) as unknown as SectionEntry[]
}

/** The sections of the open account; follows changes. */
export function useSections(): SectionEntry[] {
  const session = useSession()
  const account = useStore(session.$account)
  const preferences = useStore(session.preferences.$all)
  const devices = useStore(session.device.$all)
  const created = account?.created ?? 0
  const setupDone = preferences === undefined || Boolean(preferences.setup_done)
  const texts = devices.some((device) => device.has_sms)
  return useMemo(() => shownSections({ created, setupDone, texts }), [created, setupDone, texts])
}

/** How many steps of the checklist are left. It also saves completed steps while it is shown. */
export function useSetupLeft(): number {
  const session = useSession()
  const [left, setLeft] = useState(0)
  useEffect(() => {
    return beginAfterFirstPage(session, async () => {
      const { keepSetup, setupOf } = await import('@waypost/client/setup')
      return () => {
        const stops = [keepSetup(session), setupOf(session).$left.subscribe(setLeft)]
        return () => {
          for (const stop of stops) stop()
        }
      }
    })
  }, [session])
  return left
}

/** How many conversations of a section have unread messages. Muted ones don't count, as in the window title. */
export function useUnreadIn(section: Section): number {
  const { $people, $following, $sources, $unread } = useSession().target
  const unread = useStore($unread)
  const people = useStore($people)
  const following = useStore($following)
  const sources = useStore($sources)
  const lists: Partial<Record<Section, readonly Target[]>> = { people, following, sources }
  return (lists[section] ?? []).filter(({ key, muted }) => !muted && unread.has(key)).length
}
