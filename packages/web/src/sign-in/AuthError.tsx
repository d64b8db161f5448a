import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { storageTrouble } from '../browser/database/storage-trouble.ts'
import { go } from '../browser/location.ts'
import { useQuery } from '../route.ts'
import { signedIn, signOut } from '../session/account.ts'
import { tellSessionEnded } from '../session/account-change.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Card.module.css'
import { Card, SupportLink } from './Card.tsx'
import { authError } from './en.ts'

const messages = i18n('auth-error', authError)

type Sentence = keyof ReturnType<typeof messages.get>

const reasons = new Map<string, readonly [happened: Sentence, advice?: Sentence]>([
  ['another_exists', ['anotherExists']],
  ['email', ['email']],
  ['localstorage', ['storage']],
  ['not_invited', ['notInvited', 'notInvitedWhat']],
  ['invite_ended', ['inviteEnded', 'inviteEndedWhat']],
  ['invite_other', ['inviteOther', 'inviteOtherWhat']],
  ['email_taken', ['taken', 'takenWhat']],
  ['denied', ['denied', 'deniedWhat']],
  ['provider', ['provider', 'providerWhat']],
  ['suspended', ['suspended', 'suspendedWhat']],
  ['domain', ['domain', 'domainWhat']],
  ['group', ['group', 'groupWhat']],
  ['local_off', ['localOff', 'localOffWhat']],
  ['setup', ['setup', 'setupWhat']],
])

/** `/auth_error`: one sentence for each reason, and always a way to ask for help. */
export function AuthError() {
  const t = useStore(messages)
  const { reason } = useQuery()
  const ended = reason === 'token'
  useEffect(() => {
    if (!ended) return
    tellSessionEnded()
    go('/', { replace: true })
  }, [ended])
  if (ended) return null
  const [words, advice] = reasons.get(reason ?? '') ?? ['blocked']
  const known = signedIn() !== undefined
  // With an account, this reason means that storage is full.
  const full = reason === 'localstorage' && (known || storageTrouble() === 'full')
  return (
    <Card title={full ? t.full : t.title}>
      {full && <p className={styles.second}>{known ? t.fullBody : t.fullHere}</p>}
      <p className={styles.second}>{t[words]}</p>
      {advice && <p className={styles.second}>{t[advice]}</p>}
      <Stack gap={3}>
        {full && known ? (
          <>
            <ButtonLink href="/">{t.back}</ButtonLink>
            <Button onClick={() => signOut()}>{t.signOut}</Button>
          </>
        ) : (
          <ButtonLink href="/signin">{t.again}</ButtonLink>
        )}
        <SupportLink />
      </Stack>
    </Card>
  )
}
