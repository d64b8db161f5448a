import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import { hrefOf, type Section } from '../route.ts'
import { CountBadge, MutedBadge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { i18n, params } from '../ui/language.ts'
import { Menu } from '../ui/Menu.tsx'
import { Row } from '../ui/Row.tsx'
import { useTargetActions } from './actions.tsx'
import { lineOf, nameOf } from './name.ts'
import { marked } from './search.ts'
import { TargetAvatar } from './TargetAvatar.tsx'

const messages = i18n('target-row', { actions: params('Actions for {name}') })

interface TargetRowProps {
  target: Target
  section: Section
  current: boolean
  tabIndex: 0 | -1
  onFocus: (key: string) => void
  unread: number
  /** What was searched for: marked in the name. */
  query?: string
}

/** Drawn again only when something about it changed: a list may have hundreds. */
export const TargetRow = memo(function TargetRow(props: TargetRowProps) {
  const { target, section, current, tabIndex, onFocus, unread, query = '' } = props
  const name = nameOf(target)
  return (
    <Row
      href={hrefOf(section, target.key)}
      picture={<TargetAvatar target={target} />}
      name={<Marked text={name} query={query} />}
      line={<Marked text={lineOf(target)} query={query} />}
      badge={
        unread > 0 || target.muted ? (
          <>
            {target.muted && <MutedBadge />}
            <CountBadge count={unread} />
          </>
        ) : null
      }
      current={current}
      tabIndex={tabIndex}
      onFocus={() => onFocus(target.key)}
      action={current && <RowMenu target={target} section={section} />}
    />
  )
})

function RowMenu({ target, section }: { target: Target; section: Section }) {
  const t = useStore(messages)
  const actions = useTargetActions(target, section)
  if (actions.length === 0) return null
  const label = t.actions({ name: target.name })
  return (
    <Menu
      label={label}
      items={actions}
      trigger={(props) => (
        <IconButton {...props} label={label} size="small">
          <ChevronDown size={18} aria-hidden="true" />
        </IconButton>
      )}
    />
  )
}

function Marked({ text, query }: { text: string; query: string }) {
  if (!query) return text
  return marked(text, query).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
    part.hit ? <mark key={index}>{part.text}</mark> : part.text,
  )
}
