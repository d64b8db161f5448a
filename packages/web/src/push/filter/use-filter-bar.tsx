import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import type { Filter } from '@waypost/client/search/narrowed'
import type { Push } from '@waypost/protocol'
import { CalendarSearch, Funnel } from 'lucide-react'
import { useEffect, useState } from 'react'
import { $lowWindow } from '../../browser/media.ts'
import { $conversationMenu } from '../../page/shell/conversation-menu.ts'
import { $goToDate } from '../../page/shell/go-to-date.ts'
import { $wantedMessage } from '../../page/shell/wanted-message.ts'
import { useSession } from '../../session/context.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { filtering } from './en.ts'
import { FilterBar } from './FilterBar.tsx'

const NarrowedMessages = lazily(async () => (await import('./NarrowedMessages.tsx')).NarrowedMessages, { soon: true })

const messages = i18n('filtering', filtering)

interface Options {
  target: Target
  name: string
  writable: boolean
  onLeave: () => void
  onCompose: () => void
}

/** The filter bar, which is permanent in the user's own conversation unless the window is low, and the filtered messages. */
export function useFilterBar({ target, name, writable, onLeave, onCompose }: Options) {
  const session = useSession()
  const always = !useStore($lowWindow) && target.type === 'me'
  const [opened, setOpened] = useState(false)
  const [filter, setFilter] = useState<Filter>()
  useConversationMenu(always ? undefined : () => setOpened(true))

  // Going to a message ends the filter.
  const wanted = useStore($wantedMessage)
  useEffect(() => {
    if (wanted?.target === target.key) setFilter(undefined)
  }, [wanted, target.key])

  async function show(push: Push) {
    if (await session.push.showAround(target, push.created)) $wantedMessage.set({ target: target.key, push })
    else showToast(messages.get().notFound)
  }

  function end() {
    setFilter(undefined)
    onLeave()
  }

  const bar = (always || opened || filter) && (
    <FilterBar
      target={target}
      filter={filter}
      onFilter={setFilter}
      onClose={always ? undefined : () => setOpened(false)}
      onLeave={onLeave}
      focus={opened}
    />
  )
  const key = filter && ('tag' in filter ? `#${filter.tag}` : filter.kind)
  const narrowed = filter && (
    <NarrowedMessages
      key={key}
      {...{ target, name, filter, writable, onCompose }}
      onShow={(push) => void show(push)}
      onEnd={end}
    />
  )
  return { bar, narrowed, onTag: (tag: string) => setFilter({ tag }) }
}

function useConversationMenu(onFilter: (() => void) | undefined): void {
  const t = useStore(messages)
  const onDate = useStore($goToDate)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens the bar always does the same
  useEffect(() => {
    const icons = { size: 18, 'aria-hidden': true } as const
    const date = onDate && { label: t.date, icon: <CalendarSearch {...icons} />, onSelect: onDate }
    const filter = onFilter && { label: t.filter, icon: <Funnel {...icons} />, onSelect: onFilter }
    $conversationMenu.set([date, filter].filter((item) => item !== undefined))
    return () => $conversationMenu.set([])
  }, [t, onDate, onFilter === undefined])
}
