import { useStore } from '@nanostores/react'
import { type Ref, useState } from 'react'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './CodeField.module.css'
import { codeField } from './en.ts'

const messages = i18n('code-field', codeField)

interface CodeFieldProps {
  error: string | undefined
  /** Whether only a code from the app is accepted. */
  appOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The field for a one-time code, or a recovery code instead. It is named `code`, so browsers and phones fill it in from the app. */
export function CodeField({ error, appOnly = false, ref }: CodeFieldProps) {
  const t = useStore(messages)
  const [recovery, setRecovery] = useState(false)
  return (
    <>
      <TextField
        key={String(recovery)}
        ref={ref}
        name="code"
        label={recovery ? t.recovery : t.code}
        help={recovery ? t.recoveryHelp : t.help}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize={recovery ? 'characters' : 'none'}
        maxLength={recovery ? 40 : 12}
        spellCheck={false}
        required
        dir="ltr"
        autoFocus={recovery}
        error={error}
      />
      {!appOnly && (
        <div className={styles.other}>
          <Button kind="quiet" onClick={() => setRecovery(!recovery)}>
            {recovery ? t.useCode : t.useRecovery}
          </Button>
        </div>
      )}
    </>
  )
}
