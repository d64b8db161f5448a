import { useStore } from '@nanostores/react'
import { linkTo } from '../browser/document.ts'
import { hrefOf } from '../route.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { oauthApps } from './en.ts'
import styles from './OauthApps.module.css'

const messages = i18n('oauth-apps', oauthApps)

/** `/oauth-apps`: where to get apps that show pushes. `followed` is the name of the channel that was followed to get here. */
export function OauthApps({ followed }: { followed: string | undefined }) {
  const t = useStore(messages)
  const android = linkTo('android')
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <EmptyState
        level="h1"
        drawing="devices"
        title={followed === undefined ? t.title : t.followed({ name: followed })}
        action={
          <Row gap={2} align="stretch" justify="center" wrap>
            <ButtonLink kind="primary" href={`/${hrefOf('devices', 'new')}`}>
              {t.add}
            </ButtonLink>
            {android && <ButtonLink href={android}>{t.android}</ButtonLink>}
            <ButtonLink kind="quiet" href="/">
              {t.open}
            </ButtonLink>
          </Row>
        }
      >
        {followed === undefined ? t.lead : t.posts}
      </EmptyState>
    </main>
  )
}
