import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { go, supportEmail } from '../browser.ts'
import { useQuery } from '../route.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Card.module.css'
import { Card } from './Card.tsx'

const messages = i18n('auth-error', {
  title: 'Signing in did not work',
  anotherExists: 'This account already exists here. Sign in to it and delete it first, then add it again.',
  email: 'An email address is needed, and none came from your provider’s profile.',
  storage: 'Browser storage is not available. Check cookies and extensions.',
  blocked: 'Something is blocking this product: a firewall, proxy, VPN or extension.',
  again: 'Back to sign-in',
  support: params('Get help: {email}'),
})

/** `/auth_error`: one sentence for each reason, and always a way to ask for help. */
export function AuthError() {
  const t = useStore(messages)
  const { reason } = useQuery()
  const ended = reason === 'token'
  useEffect(() => {
    if (ended) go('/', { replace: true })
  }, [ended])
  if (ended) return null
  const words = new Map([
    ['another_exists', t.anotherExists],
    ['email', t.email],
    ['localstorage', t.storage],
  ])
  const email = supportEmail()
  return (
    <Card title={t.title}>
      <p className={styles.second}>{words.get(reason ?? '') ?? t.blocked}</p>
      <div className={styles.stack}>
        <ButtonLink href="/signin">{t.again}</ButtonLink>
        <ButtonLink kind="quiet" href={`mailto:${email}`}>
          {t.support({ email })}
        </ButtonLink>
      </div>
    </Card>
  )
}
