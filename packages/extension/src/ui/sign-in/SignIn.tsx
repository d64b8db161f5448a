import './sign-in.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../../messages.ts'
import type { Access, SigningIn } from '../../session/access.ts'
import { isOpenToNetwork } from '../../session/address.ts'

interface SignInProps {
  access: Exclude<Access, { state: 'signed-in' }>
}

/** Signs this browser in, from the popup and the options. */
export function SignIn({ access }: SignInProps) {
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  // It has to be entered again if it was wrong.
  const [address, setAddress] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [access.state])
  const run = (work: Promise<unknown>) => {
    setTrouble(undefined)
    setBusy(true)
    work.catch((error: Error) => setTrouble(error.message)).finally(() => setBusy(false))
  }
  if (access.state === 'reading') return null
  if (access.state === 'waiting')
    return <Steps signingIn={access.signingIn} onCancel={() => run(ask({ kind: 'cancel-sign-in' }))} />
  const words = trouble ?? access.trouble
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) run(ask({ kind: 'sign-in', address }))
      }}
    >
      <h2>Sign in</h2>
      <p class="sign-in-lead">Pushes between this browser, your devices and people you know, through your own server.</p>
      {words !== undefined && (
        <p role="alert" class="sign-in-trouble">
          {words}
        </p>
      )}
      <label>
        <span>Server address</span>
        <input
          ref={field}
          name="server"
          value={address}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          required
          inputMode="url"
          autoComplete="url"
          autoCapitalize="off"
          spellcheck={false}
          placeholder="push.example.org"
        />
      </label>
      <button type="submit" class="sign-in-button" aria-disabled={busy}>
        Sign in
      </button>
    </form>
  )
}

function Steps({ signingIn, onCancel }: { signingIn: SigningIn; onCancel(): void }) {
  const cancel = (
    <button type="button" class="sign-in-quiet" onClick={onCancel}>
      Cancel
    </button>
  )
  if (signingIn.step === 'other-address') {
    const { typed, theirs } = signingIn
    return (
      <div class="sign-in">
        <h2>Change address</h2>
        <p role="alert">
          You typed {typed}, and that server says that it is {theirs}. Go on only if you know both addresses.
        </p>
        <button type="button" class="sign-in-button" onClick={() => void ask({ kind: 'choose-address', address: theirs })}>
          Use {theirs}
        </button>
        <button type="button" class="sign-in-quiet" onClick={() => void ask({ kind: 'choose-address', address: typed })}>
          Keep {typed}
        </button>
        {cancel}
      </div>
    )
  }
  if (signingIn.step !== 'waiting')
    return (
      <div class="sign-in">
        <p role="status">{signingIn.step === 'asking' ? `Connecting to ${signingIn.origin}` : 'Signing in'}</p>
        {cancel}
      </div>
    )
  return (
    <div class="sign-in">
      <h2>Approve the sign-in</h2>
      <p role="status">Press Connect on your server’s page, which has opened. It shows this code:</p>
      <p class="sign-in-code">{signingIn.user_code}</p>
      {isOpenToNetwork(signingIn.origin) && (
        <p class="sign-in-trouble">This server has no HTTPS: others on the network can read what you send and receive.</p>
      )}
      <button type="button" class="sign-in-button" onClick={() => void ask({ kind: 'show-sign-in' })}>
        Open the page again
      </button>
      {cancel}
    </div>
  )
}
