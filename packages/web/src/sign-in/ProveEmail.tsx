import { useStore } from '@nanostores/react'
import { proveEmail, Refusal, sendProof } from '@waypost/protocol'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { proveEmailWords } from './en.ts'
import { typedIn, useFormTrouble } from './form-trouble.ts'
import styles from './ProveEmail.module.css'

const messages = i18n('prove-email', proveEmailWords)

/** A notice at the top of the page that asks for the emailed code, until the account's address is proven. */
export function ProveEmail() {
  const t = useStore(messages)
  const session = useSession()
  const account = useStore(session.$account)
  const trouble = useFormTrouble(['code'])
  const [busy, setBusy] = useState<'confirm' | 'again'>()
  if (!account?.email_unproven) return null

  async function attempt(kind: 'confirm' | 'again', work: () => Promise<unknown>, done: string) {
    if (busy) return
    trouble.clear()
    setBusy(kind)
    try {
      await work()
      say(done)
      await session.refreshAccount()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      trouble.fail({ field: 'code', text: error.message })
    } finally {
      setBusy(undefined)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = typedIn(new FormData(event.currentTarget), 'code').replace(/\D/g, '')
    if (code.length !== 6) return trouble.fail({ field: 'code', text: t.missing })
    void attempt('confirm', () => session.call(proveEmail, { code }), t.done)
  }

  return (
    <section aria-labelledby="prove-email" className={styles.notice}>
      <div className={styles.words}>
        <h2 id="prove-email" className={styles.title}>
          {t.title}
        </h2>
        <p>{t.lead({ email: account.email })}</p>
      </div>
      <Row ref={trouble.form} as="form" gap={2} align="start" wrap className={styles.form} onSubmit={submit} noValidate>
        <TextField
          name="code"
          label={t.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className={styles.code ?? ''}
          error={trouble.errorOf('code')}
        />
        <Button type="submit" kind="primary" busy={busy === 'confirm'}>
          {t.confirm}
        </Button>
        <Button busy={busy === 'again'} onClick={() => void attempt('again', () => session.call(sendProof, {}), t.sentAgain)}>
          {t.again}
        </Button>
      </Row>
    </section>
  )
}
