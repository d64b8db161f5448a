// Draws the set-up of one-time codes: the secret for the app, and the first code.

import { useStore } from '@nanostores/react'
import { confirmCodes, type Gives, Refusal, type startCodes } from '@waypost/protocol'
import { Check, Copy } from 'lucide-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { copyText } from '../../../browser/clipboard.ts'
import topic from '../../../page/topics/Topic.module.css'
import { useSession } from '../../../session/context.ts'
import { Button } from '../../../ui/inputs/Button.tsx'
import { IconButton } from '../../../ui/inputs/IconButton.tsx'
import { i18n } from '../../../ui/language.ts'
import { lazily } from '../../../ui/lazily.tsx'
import { CodeField } from '../../codes/CodeField.tsx'
import { focusField, useFormTrouble } from '../../form-trouble.ts'
import styles from '../Settings.module.css'
import own from './OneTimeCodes.module.css'

const QrCode = lazily(() => import('../../../ui/QrCode.tsx').then((module) => module.QrCode))

const messages = i18n('set-up-codes', {
  scan: 'Scan this with an authenticator app, for example Aegis, Google Authenticator or your password manager.',
  picture: 'QR code with the secret of the one-time codes',
  type: 'Or type the secret into the app:',
  copy: 'Copy the secret',
  copied: 'Copied',
  next: 'Then type the code that the app shows. Codes are asked for only after that.',
  missing: 'Type the code.',
  confirm: 'Switch on',
  cancel: 'Cancel',
})

type SetUpCodesProps = Gives<typeof startCodes> & {
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** The secret as a QR code and as text, and the form that switches the codes on. */
export function SetUpCodes({ secret, uri, onConfirmed, onCancel }: SetUpCodesProps) {
  const t = useStore(messages)
  const session = useSession()
  const form = useRef<HTMLFormElement>(null)
  const trouble = useFormTrouble(form, ['code'])
  const [copied, setCopied] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => focusField(form.current, 'code'), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (!code) return trouble.fail({ field: 'code', text: t.missing })
    trouble.clear()
    setBusy(true)
    try {
      onConfirmed((await session.call(confirmCodes, { code })).recovery_codes)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setBusy(false)
      trouble.refuse(error)
    }
  }

  return (
    <div className={own.setUp}>
      <p className={topic.lead}>{t.scan}</p>
      <div className={own.picture}>
        <Suspense>
          <QrCode text={uri} label={t.picture} />
        </Suspense>
      </div>
      <p className={topic.lead}>{t.type}</p>
      <div className={topic.secret}>
        <output name="secret">
          <code dir="ltr">{inGroups(secret)}</code>
        </output>
        <IconButton label={copied ? t.copied : t.copy} onClick={async () => setCopied(await copyText(secret))}>
          {copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        </IconButton>
      </div>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <p className={topic.lead}>{t.next}</p>
        {trouble.general && (
          <p role="alert" className={topic.trouble}>
            {trouble.general}
          </p>
        )}
        <CodeField appOnly error={trouble.errorOf('code')} />
        <div className={topic.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {t.confirm}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {t.cancel}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** Groups of four letters, which are easier to type. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
