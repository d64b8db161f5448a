import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { ArrowLeft, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { $oneColumn } from '../browser.ts'
import { hrefOf, type Section } from '../route.ts'
import { MutedBadge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { i18n, params } from '../ui/language.ts'
import { Menu } from '../ui/Menu.tsx'
import { useTargetActions } from './actions.tsx'
import { DeviceName } from './DeviceName.tsx'
import { deviceWords, nameOf } from './name.ts'
import { TargetAvatar } from './TargetAvatar.tsx'
import styles from './ThreadHeader.module.css'
import { Title } from './Title.tsx'

const messages = i18n('thread-header', {
  actions: 'Conversation actions',
  deviceActions: 'Device actions',
  back: params('Back to {section}'),
  people: 'People',
  devices: 'Devices',
})

/** Over a conversation: whom it is with, and what can be done about that. With one column only, it is the header of the page. */
export function ThreadHeader({ target, section }: { target: Target; section: Section }) {
  const t = useStore(messages)
  const actions = useTargetActions(target, section)
  const label = target.type === 'device' ? t.deviceActions : t.actions
  return (
    <PaneHeader
      section={section}
      picture={<TargetAvatar target={target} />}
      end={
        actions.length > 0 && (
          <Menu
            label={label}
            items={actions}
            trigger={(props) => (
              <IconButton {...props} label={label}>
                <Ellipsis size={20} aria-hidden="true" />
              </IconButton>
            )}
          />
        )
      }
    >
      {target.type === 'device' ? (
        <div className={styles.words}>
          <DeviceName target={target} />
          <p className={styles.line}>{deviceWords(target)}</p>
        </div>
      ) : (
        <Title>{nameOf(target)}</Title>
      )}
      {target.muted && <MutedBadge />}
    </PaneHeader>
  )
}

interface PaneHeaderProps {
  section: Section
  picture?: ReactNode
  children: ReactNode
  end?: ReactNode
}

/** The first line of the main pane. With one column only, it leads back to the list. */
export function PaneHeader({ section, picture, children, end }: PaneHeaderProps) {
  const t = useStore(messages)
  const narrow = useStore($oneColumn)
  const back = t.back({ section: t[section] })
  return (
    <header className={styles.header}>
      {narrow && (
        <a href={hrefOf(section)} className={styles.back} aria-label={back} title={back}>
          <ArrowLeft size={22} aria-hidden="true" />
        </a>
      )}
      {picture}
      <div className={styles.middle}>{children}</div>
      {end}
    </header>
  )
}
