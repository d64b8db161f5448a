import { useStore } from '@nanostores/react'
import { passwordLength } from '@waypost/protocol'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { passwordField } from './en.ts'

const messages = i18n('password-field', passwordField)

interface PasswordFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'> {
  /** Whether the form has several passwords, so each button must name its field. */
  several?: boolean
}

/** Why a new password is too short; undefined if it is long enough. */
export const tooShort = (password: string): string | undefined =>
  password.length < passwordLength.least ? messages.get().short(passwordLength.least) : undefined

/** A password, hidden until its button shows it. For a new one it says the minimum length. */
export function PasswordField({ several = false, ...field }: PasswordFieldProps) {
  const t = useStore(messages)
  const [shown, setShown] = useState(false)
  const { label } = field
  const words = several ? (shown ? t.hideThis({ label }) : t.showThis({ label })) : shown ? t.hide : t.show
  return (
    <TextField
      {...(field.autoComplete === 'new-password' && { help: t.least(passwordLength.least) })}
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton label={words} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
        </IconButton>
      }
    />
  )
}
