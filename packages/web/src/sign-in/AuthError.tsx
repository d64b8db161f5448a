import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { storageTrouble } from '../browser/database/storage-trouble.ts'
import { go } from '../browser/location.ts'
import { useQuery } from '../route.ts'
import { signedIn, signOut } from '../session/account.ts'
import { tellSessionEnded } from '../session/account-change.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Card.module.css'
import { Card, SupportLink } from './Card.tsx'

const messages = i18n('auth-error', {
  title: 'Signing in did not work',
  anotherExists: 'This account already exists here. Sign in to it and delete it first, then add it again.',
  email: 'An email address is needed, and none came from your provider’s profile.',
  notInvited: 'This server takes new accounts only by invitation, and there is no open invitation for this address.',
  notInvitedWhat:
    'If you were invited, open the link in your invitation: it carries a secret that lets you in. An older email has no such link. Ask the person who invited you for a new one.',
  inviteEnded: 'This invitation was used or revoked, or it is older than two weeks.',
  inviteEndedWhat: 'If you have signed up with it, sign in. Otherwise ask the person who invited you for a new link.',
  inviteOther: 'The invitation is for another email address than the one that you signed in with.',
  inviteOtherWhat: 'Sign in with the invited address, or ask to be invited with yours.',
  taken: 'There is an account with this email address already, and it has another way to sign in.',
  takenWhat: 'Sign in the way you did before. You can then add this sign-in method in the settings, under Connected Accounts.',
  denied: 'You turned back at the sign-in provider, or it did not let you in. Nothing has changed here.',
  deniedWhat: 'Start again if you still want to sign in, or choose another way.',
  provider: 'The sign-in provider did not complete the sign-in.',
  providerWhat: 'Try again in a moment. If it happens again, tell the operator of this server.',
  setup: 'This server is not set up yet: it has no account.',
  setupWhat: 'If you run it, open the link that it printed when it started. `npm start -- admin setup-link` prints another one.',
  suspended: 'This account is suspended by an administrator of this server.',
  suspendedWhat: 'Nothing is deleted. Ask an administrator of this server about it.',
  domain: 'This server takes new accounts only with email addresses of certain domains, and yours is not one of them.',
  domainWhat: 'Sign up with such an address, e.g. the one at your organization, or ask an administrator of this server.',
  group: 'Your account at the sign-in provider is not in the group that may use this server.',
  groupWhat: 'Ask the people who run the provider to add you to the group, then sign in again.',
  localOff: 'This server takes no passwords and passkeys.',
  localOffWhat: 'Sign in with its sign-in provider.',
  storage: 'Browser storage is not available. Check cookies and extensions.',
  full: 'The storage of this browser is full',
  fullBody:
    'There is no room left here to keep your messages. All that were sent are safe on the server. Free some space on this device, then go back; or sign out here, which clears what this site keeps.',
  fullHere: 'There is no room left here to keep you signed in. Free some space on this device, then try again.',
  back: 'Back to your messages',
  signOut: 'Sign out here',
  blocked: 'Something is blocking this product: a firewall, proxy, VPN or extension.',
  again: 'Back to sign-in',
})

type Sentence = keyof ReturnType<typeof messages.get>

/** The sentences for each reason: what happened, and what to do about it. */
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
      <div className={styles.stack}>
        {full && known ? (
          <>
            <ButtonLink href="/">{t.back}</ButtonLink>
            <Button onClick={() => signOut()}>{t.signOut}</Button>
          </>
        ) : (
          <ButtonLink href="/signin">{t.again}</ButtonLink>
        )}
        <SupportLink />
      </div>
    </Card>
  )
}
