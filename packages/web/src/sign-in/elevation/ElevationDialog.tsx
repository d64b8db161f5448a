import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { elevate, type PasskeyProof, startElevation } from '@waypost/protocol'
import type { FormEvent } from 'react'
import { currentAddress } from '../../browser/location.ts'
import { hasPasskeys, signWithPasskey } from '../../browser/passkeys.ts'
import { Loading } from '../../page/topics/Loading.tsx'
import { useSession } from '../../session/context.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Trouble } from '../Card.tsx'
import { CodeField } from '../codes/CodeField.tsx'
import { typedIn, useFormTrouble } from '../form-trouble.ts'
import { PasswordField } from '../PasswordField.tsx'
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx'
import { beginSignIn } from '../sign-in.ts'
import { type Factors, useFactors } from '../use-factors.ts'
import { useProviders } from '../use-providers.ts'
import styles from './ElevationDialog.module.css'
import { elevationWords } from './en.ts'

const messages = i18n('elevation', elevationWords)

/** Asks for the proof that the account needs, and tells the waiting calls when it is given. */
export function ElevationDialog() {
  const t = useStore(messages)
  const session = useSession()
  const { factors, onChanged } = useFactors()
  return (
    <Dialog title={t.title} onClose={() => session.elevation.answer(false)}>
      <Stack gap={4} className={styles.body}>
        <p>{t.lead}</p>
        <Loading loaded={factors} onRetry={onChanged}>
          {(found) => (
            <>
              {found.passkeys.length > 0 && <PasskeyButton label={t.passkey} onPress={() => proveByPasskey(session)} />}
              {found.password || found.codes ? (
                <ProofForm factors={found} />
              ) : found.providers.length > 0 ? (
                <ProviderProof factors={found} />
              ) : found.passkeys.length === 0 ? (
                <p>{t.nothing}</p>
              ) : (
                hasPasskeys() || <p>{t.elsewhere}</p>
              )}
            </>
          )}
        </Loading>
      </Stack>
    </Dialog>
  )
}

/** A passkey proves everything that an account can be asked to prove. */
async function proveByPasskey(session: Session) {
  const { options } = await session.call(startElevation, {})
  await session.call(elevate, { passkey: await signWithPasskey<PasskeyProof>(options) })
  session.elevation.answer(true)
}

function ProofForm({ factors }: { factors: Factors }) {
  const t = useStore(messages)
  const session = useSession()
  const email = useStore(session.$account)?.email
  const first = factors.password ? 'password' : 'code'
  const trouble = useFormTrouble([first, 'code'], true)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (trouble.busy) return
    const values = new FormData(event.currentTarget)
    const password = typedIn(values, 'password')
    const code = typedIn(values, 'code').trim()
    if (factors.password && !password) return trouble.fail({ field: first, text: t.passwordMissing })
    if (factors.codes && !code) return trouble.fail({ field: 'code', text: t.codeMissing })
    void trouble.run(async () => {
      await session.call(elevate, { ...(password && { password }), ...(code && { code }) })
      session.elevation.answer(true)
    })
  }

  return (
    <Stack ref={trouble.form} as="form" gap={3} onSubmit={submit} noValidate>
      {trouble.general && <Trouble text={trouble.general} />}
      <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      {factors.password && (
        <PasswordField
          name="password"
          label={t.password}
          autoComplete="current-password"
          required
          error={trouble.errorOf('password')}
        />
      )}
      {factors.codes && <CodeField error={trouble.errorOf('code')} />}
      <Row gap={2} align="stretch" justify="end" wrap className={styles.actions}>
        <Button kind="quiet" onClick={() => session.elevation.answer(false)}>
          {t.cancel}
        </Button>
        <Button type="submit" kind="primary" busy={trouble.busy}>
          {t.confirm}
        </Button>
      </Row>
    </Stack>
  )
}

/** For accounts without a password or codes: signing in with their provider again. */
function ProviderProof({ factors }: { factors: Factors }) {
  const t = useStore(messages)
  const [providers, reload] = useProviders()
  const loaded = providers === 'loading' ? undefined : providers === 'failed' ? { failed: '' } : providers
  return (
    <Loading loaded={loaded} onRetry={reload}>
      {(all) => {
        const own = all.filter(({ type }) => factors.providers.includes(type))
        if (own.length === 0) return <p>{t.nothing}</p>
        return (
          <>
            <p>{t.provider}</p>
            {own.map((provider) => (
              <Button
                key={provider.type}
                wide
                kind="primary"
                onClick={() => beginSignIn(provider, { next: currentAddress(), source: 'elevation', method: 'elevate' })}
              >
                {t.with({ name: provider.name })}
              </Button>
            ))}
          </>
        )
      }}
    </Loading>
  )
}
