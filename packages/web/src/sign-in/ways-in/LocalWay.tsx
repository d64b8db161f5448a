import { useStore } from '@nanostores/react'
import { localSignUp } from '@waypost/protocol'
import { type ReactNode, useState } from 'react'
import { visitor } from '../../session/account.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import styles from '../Card.module.css'
import { CheckEmail } from '../CheckEmail.tsx'
import { ForgotPassword } from '../ForgotPassword.tsx'
import type { Provider } from '../flow.ts'
import { localWay } from './en.ts'
import { type Granted, LocalForm, type Waiting } from './LocalForm.tsx'

const messages = i18n('local-way', localWay)

interface LocalWayProps {
  /** Undefined until loaded. */
  providers: readonly Provider[] | undefined
  /** Whether to create an account instead of signing in. */
  joining: boolean
  onJoining: (joining: boolean) => void
  invite: string | undefined
  /** The address that is probably meant. That of an invitation can't be changed. */
  hint: string | undefined
  /** The page to load after a passkey is picked in the form; undefined to offer none. */
  next: string | undefined
  onGranted: (granted: Granted) => void
  frame: (form: ReactNode) => ReactNode
}

/** Signs in by email and password, or creates an account. Steps that need the whole page replace it. */
export function LocalWay(props: LocalWayProps) {
  const { providers, joining, onJoining, invite, hint, next, onGranted, frame } = props
  const t = useStore(messages)
  const [email, setEmail] = useState(hint ?? '')
  const [waiting, setWaiting] = useState<Waiting>()
  const [forgot, setForgot] = useState(false)
  const mayJoin = providers?.some(({ type, sign_up }) => type === 'local' && sign_up) ?? false
  const needsInvitation = !invite && (providers?.some(({ by_invitation }) => by_invitation) ?? false)
  const sendsMail = providers?.some(({ password_reset }) => password_reset === 'email') ?? false
  const given = (joining && invite && hint) || undefined
  if (forgot) return <ForgotPassword email={email} onBack={() => setForgot(false)} />
  if (waiting)
    return (
      <CheckEmail
        email={waiting.email}
        handle={waiting.handle}
        byInvitation={needsInvitation}
        onAgain={async () => {
          const { password } = waiting
          if (password === undefined) return setWaiting(undefined)
          const { handle } = await visitor().call(localSignUp, { ...waiting, password })
          if (handle) setWaiting({ ...waiting, handle })
        }}
        onBack={() => setWaiting(undefined)}
        onDone={onGranted}
      />
    )
  return frame(
    <>
      {joining && needsInvitation && sendsMail && <p>{t.invitedAddress}</p>}
      {joining && providers && !mayJoin ? (
        <p>{t.closed}</p>
      ) : joining && needsInvitation && !sendsMail ? (
        <>
          <p>{t.invitation}</p>
          <p className={styles.second}>{t.oldInvitation}</p>
        </>
      ) : (
        <LocalForm
          key={String(joining)}
          joining={joining}
          next={next}
          invite={invite}
          email={given ?? email}
          onEmail={given === undefined ? setEmail : undefined}
          onDone={onGranted}
          onWait={setWaiting}
        />
      )}
      <div>
        {!joining && (
          <p className={`${styles.foot} ${styles.alone}`}>
            <Button kind="quiet" onClick={() => setForgot(true)}>
              {t.forgot}
            </Button>
          </p>
        )}
        {(mayJoin || joining) && (
          <p className={styles.foot}>
            {joining ? t.haveAccount : t.noAccount}
            <Button kind="quiet" onClick={() => onJoining(!joining)}>
              {joining ? t.toSignIn : t.toSignUp}
            </Button>
          </p>
        )}
      </div>
    </>,
  )
}
