import './popup.css'
import { openOptions } from '../browser/extension.ts'
import { type SignIn as Own, openAccess } from '../session/access.ts'
import { Icon } from '../ui/Icon.tsx'
import { SignIn } from '../ui/sign-in/SignIn.tsx'
import { startPage } from '../ui/start-page.tsx'
import { useValue } from '../ui/use-value.ts'
import { Conversations } from './Conversations.tsx'
import { ProvideOpened, usePageSession } from './page-session.ts'
import { Bones } from './states.tsx'

const $access = openAccess()

startPage(<Popup />)

function Popup() {
  const access = useValue($access)
  if (access.state === 'reading') return <Bones />
  if (access.state === 'signed-in') return <SignedIn own={access.own} />
  return (
    <div class="popup">
      <header class="head">
        <h1 class="brand">Waypost</h1>
        <button type="button" class="icon-button" aria-label="Settings" title="Settings" onClick={() => void openOptions()}>
          <Icon name="settings" />
        </button>
      </header>
      <main class="visitor">
        <SignIn access={access} />
      </main>
    </div>
  )
}

function SignedIn({ own }: { own: Own }) {
  const opened = usePageSession(own)
  if (!opened) return <Bones />
  return (
    <ProvideOpened value={opened}>
      <Conversations key={own.token} />
    </ProvideOpened>
  )
}
