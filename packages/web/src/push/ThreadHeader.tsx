// Shows the header of a conversation: the target, a link to its site and its menu.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { CalendarSearch, Ellipsis, ExternalLink } from 'lucide-react'
import { beginningOf, headLineOf, nameInWords, nameOf } from '../format/names.ts'
import { $goToDate } from '../page/shell/conversation-commands.ts'
import { PaneHeader } from '../page/shell/PaneHeader.tsx'
import { PaneTitle } from '../page/shell/PaneTitle.tsx'
import type { TargetSection } from '../route.ts'
import { useSession } from '../session/context.ts'
import { TargetAvatar, useOnline } from '../target/TargetAvatar.tsx'
import { TargetMenu } from '../target/TargetMenu.tsx'
import { MutedBadge } from '../ui/Badge.tsx'
import { i18n, params } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import styles from './ThreadHeader.module.css'

// Only the conversations of devices have a name that is edited in place.
const DeviceName = lazily(async () => (await import('./DeviceName.tsx')).DeviceName, {
  now: true,
  waiting: ({ target }: { target: Target }) => <PaneTitle>{target.name}</PaneTitle>,
})

const messages = i18n('thread-header', {
  actions: 'Conversation actions',
  deviceActions: 'Device actions',
  date: 'Go to a date',
  site: params('The site of {name} (opens beside this page)'),
})

/** The header of a conversation: the target and its menu. With one column it is the header of the page. */
export function ThreadHeader({ target, section }: { target: Target; section: TargetSection }) {
  const t = useStore(messages)
  const session = useSession()
  const isDevice = target.type === 'device'
  const line = headLineOf(session, target)
  const site = siteOf(target)
  const goToDate = useStore($goToDate)
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
          <TargetMenu
            target={target}
            section={section}
            label={label}
            before={
              goToDate ? [{ label: t.date, icon: <CalendarSearch size={18} aria-hidden="true" />, onSelect: goToDate }] : []
            }
          >
            <Ellipsis size={20} aria-hidden="true" />
          </TargetMenu>
        </>
      }
    >
      <div className={line ? styles.words : styles.onlyName}>
        {isDevice ? <DeviceName target={target} /> : <PaneTitle>{beginningOf(nameOf(target))}</PaneTitle>}
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

/** The website of a channel or an app, if its URL is http or https. */
function siteOf({ url }: Target): string | undefined {
  return url && /^https?:\/\//i.test(url) ? url : undefined
}
