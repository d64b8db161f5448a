import { showShortcuts } from '../browser/shortcuts.ts'
import { type SignIn as Own, openAccess } from '../session/access.ts'
import { SignIn } from '../ui/sign-in/SignIn.tsx'
import { startPage } from '../ui/start-page.tsx'
import { useValue } from '../ui/use-value.ts'
import { Account, Encryption, useOpened } from './Account.tsx'
import { AutoOpenFieldset } from './AutoOpenFieldset.tsx'
import styles from './Fieldset.module.css'
import { NoticesFieldset } from './NoticesFieldset.tsx'
import { QuietFieldset } from './QuietFieldset.tsx'
import { SendingFieldset } from './SendingFieldset.tsx'

const $access = openAccess()

startPage(<Options />)

function Options() {
  const access = useValue($access)
  return (
    <main class={styles.options}>
      <h1>Settings</h1>
      {access.state === 'signed-in' ? (
        <SignedIn own={access.own} />
      ) : (
        <div class={styles.visitor}>
          <SignIn access={access} />
        </div>
      )}
    </main>
  )
}

function SignedIn({ own }: { own: Own }) {
  const opened = useOpened(own.token)
  return (
    <>
      {opened && <Account opened={opened} />}
      <NoticesFieldset />
      <QuietFieldset origin={own.origin} />
      <SendingFieldset />
      <AutoOpenFieldset />
      {opened && <Encryption session={opened.session} />}
      <fieldset class={styles.fieldset}>
        <legend>Keyboard</legend>
        <p>Shortcuts open Waypost and push the page you’re on.</p>
        <button type="button" class={styles.button} onClick={() => void showShortcuts()}>
          Change the shortcuts
        </button>
      </fieldset>
    </>
  )
}
