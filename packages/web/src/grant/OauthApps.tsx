// Draws `/oauth-apps`, the page that says where to get apps after approving one or following a channel.

import { useStore } from '@nanostores/react'
import { CircleCheck } from 'lucide-react'
import { linkTo } from '../browser/document.ts'
import { hrefOf } from '../route.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import styles from './OauthApps.module.css'

const messages = i18n('oauth-apps', {
  approved: 'Approved',
  lead: 'What it sends arrives on every device that you have Waypost on.',
  add: 'Add a device',
  android: 'Android app',
  open: 'Open Waypost',
})

/** `/oauth-apps`: after approving an app or following a channel, where to get apps that show their pushes. */
export function OauthApps() {
  const t = useStore(messages)
  const android = linkTo('android')
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <EmptyState
        level="h1"
        picture={<CircleCheck size={56} aria-hidden="true" />}
        title={t.approved}
        action={
          <div className={styles.links}>
            <ButtonLink kind="primary" href={`/${hrefOf('devices', 'new')}`}>
              {t.add}
            </ButtonLink>
            {android && <ButtonLink href={android}>{t.android}</ButtonLink>}
            <ButtonLink kind="quiet" href="/">
              {t.open}
            </ButtonLink>
          </div>
        }
      >
        {t.lead}
      </EmptyState>
    </main>
  )
}
