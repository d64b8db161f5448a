import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { ArrowLeft, Ellipsis, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { $oneColumn } from '../browser.ts'
import { hrefOf, type Section, type TargetSection } from '../route.ts'
import { MutedBadge } from '../ui/Badge.tsx'
import { i18n, params } from '../ui/language.ts'
import { useSession } from './client.ts'
import { DeviceName } from './DeviceName.tsx'
import { beginningOf, headLineOf, nameInWords, nameOf } from './name.ts'
import { sectionWords } from './section.ts'
import { TargetAvatar, useOnline } from './TargetAvatar.tsx'
import { TargetMenu } from './TargetMenu.tsx'
import styles from './ThreadHeader.module.css'
import { Title } from './Title.tsx'

const messages = i18n('thread-header', {
  actions: 'Conversation actions',
  deviceActions: 'Device actions',
  back: params('Back to {section}'),
  site: params('The site of {name} (opens beside this page)'),
})

/** Over a conversation: whom it is with, and what can be done about that. With one column only, it is the header of the page. */
export function ThreadHeader({ target, section }: { target: Target; section: TargetSection }) {
  const t = useStore(messages)
  const session = useSession()
  const isDevice = target.type === 'device'
  const line = headLineOf(session, target)
  const site = siteOf(target)
  const label = isDevice ? t.deviceActions : t.actions
  useOnline(isDevice)
  return (
    <PaneHeader
      section={section}
      picture={<TargetAvatar target={target} />}
      end={
        <>
          {site && (
            <a
              href={site}
              target="_blank"
              rel="noopener noreferrer"
              className={styles.site}
              title={t.site({ name: nameInWords(target) })}
              aria-label={t.site({ name: nameInWords(target) })}
            >
              <ExternalLink size={18} aria-hidden="true" />
            </a>
          )}
          <TargetMenu target={target} section={section} label={label}>
            <Ellipsis size={20} aria-hidden="true" />
          </TargetMenu>
        </>
      }
    >
      <div className={line ? styles.words : styles.onlyName}>
        {isDevice ? <DeviceName target={target} /> : <Title>{beginningOf(nameOf(target))}</Title>}
        {line && (
          <p className={styles.line} dir="auto">
            {line}
          </p>
        )}
      </div>
      {target.muted && <MutedBadge />}
    </PaneHeader>
  )
}

/** The site of a channel or an app; only one that a browser may be sent to. */
function siteOf({ url }: Target): string | undefined {
  return url && /^https?:\/\//i.test(url) ? url : undefined
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
  const words = useStore(sectionWords)
  const narrow = useStore($oneColumn)
  const back = t.back({ section: words[section] })
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
