import { useStore } from '@nanostores/react'
import { pageOf } from '../../route.ts'
import { useClient } from '../../target/client.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './Settings.module.css'
import { Topic } from './Topic.tsx'

const messages = i18n('pro-plan', {
  title: 'Pro plan',
  free: 'This account is on the Free plan.',
  pro: 'This account is on the Pro plan.',
  see: 'See the plans',
})

/** Which plan the account is on. */
export function ProPlan() {
  const t = useStore(messages)
  const account = useStore(useClient().$account)
  return (
    <Topic title={t.title} lead={account?.pro ? t.pro : t.free}>
      {pageOf('/pro') !== 'not-found' && (
        <div className={styles.actions}>
          <ButtonLink href="/pro">{t.see}</ButtonLink>
        </div>
      )}
    </Topic>
  )
}
