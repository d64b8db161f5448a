import type { Session } from '@waypost/client'
import { useEffect, useState } from 'preact/hooks'
import { ask } from '../messages.ts'
import { type Opened, openOwnSession } from '../session/own-session.ts'
import { useValue } from '../ui/use-value.ts'
import styles from './Fieldset.module.css'

/** Opens one more window of the session while the page shows it. */
export function useOpened(token: string): Opened | undefined {
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    void openOwnSession().then((found) => {
      if (isOver) return found?.session.close()
      if (!found) return
      stop = () => found.session.close()
      setOpened(found)
      void found.session.start()
    })
    return () => {
      isOver = true
      stop()
      setOpened(undefined)
    }
  }, [token])
  return opened
}

/** Who is signed in, on which server and as which device, with a button to sign out. */
export function Account({ opened: { session, own } }: { opened: Opened }) {
  const account = useValue(session.$account)
  const device = useValue(session.device.$all).find(({ iden }) => iden === own.device)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  async function leave(): Promise<void> {
    setBusy(true)
    try {
      await ask({ kind: 'sign-out' })
    } catch (error) {
      setTrouble((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <fieldset class={styles.fieldset}>
      <legend>Account</legend>
      <dl class={styles.facts}>
        <dt>Signed in as</dt>
        <dd dir="auto">{account?.name ? `${account.name} (${account.email})` : (account?.email ?? 'Loading')}</dd>
        <dt>Server</dt>
        <dd>
          <a href={own.origin} target="_blank" rel="noreferrer">
            {own.origin}
          </a>
        </dd>
        <dt>This browser</dt>
        <dd dir="auto">{device?.nickname ?? 'Loading'}</dd>
      </dl>
      {trouble !== undefined && (
        <p role="alert" class={styles.trouble}>
          {trouble}
        </p>
      )}
      <button type="button" class={styles.button} aria-disabled={busy} onClick={() => !busy && void leave()}>
        {busy ? 'Signing out' : 'Sign out'}
      </button>
    </fieldset>
  )
}

/** Sets and clears the end-to-end password of this browser. */
export function Encryption({ session: { encryption, $account } }: { session: Session }) {
  const isSet = useValue(encryption.$key) !== undefined
  const isKnown = useValue($account) !== undefined
  const [said, setSaid] = useState('')
  const [trouble, setTrouble] = useState<string>()

  async function change(password: string): Promise<void> {
    setSaid('')
    setTrouble(undefined)
    try {
      await encryption.setPassword(password)
      setSaid(password === '' ? 'Password cleared.' : 'Password set.')
    } catch {
      setTrouble('Couldn’t save the password. Try again.')
    }
  }

  return (
    <fieldset class={styles.fieldset}>
      <legend>End-to-end encryption</legend>
      <p>
        With the same password on all of your devices, your server can’t read the notifications and texts of your phone.{' '}
        {isSet ? 'This browser has a password.' : 'This browser has no password.'}
      </p>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          const password = String(new FormData(form).get('password'))
          if (password !== '' && isKnown) void change(password).then(() => form.reset())
        }}
      >
        <label class={styles.labelled}>
          <span>Encryption password</span>
          <input
            class={styles.field}
            name="password"
            type="password"
            autoComplete="new-password"
            aria-describedby="password-hint"
          />
        </label>
        <p id="password-hint" class={styles.hint}>
          It can’t be recovered. Four or more random words are hard to guess.
        </p>
        <div class={styles.buttons}>
          <button type="submit" class={styles.button} aria-disabled={!isKnown}>
            Set the password
          </button>
          {isSet && (
            <button type="button" class={styles.button} onClick={() => void change('')}>
              Clear
            </button>
          )}
        </div>
      </form>
      <p role="status">{said}</p>
      {trouble !== undefined && (
        <p role="alert" class={styles.trouble}>
          {trouble}
        </p>
      )}
    </fieldset>
  )
}
