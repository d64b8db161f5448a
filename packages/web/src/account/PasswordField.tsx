// Draws the field of a password, with a button that shows what was typed.

import { useStore } from '@nanostores/react'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n, params } from '../ui/language.ts'

const messages = i18n('password-field', {
  show: 'Show password',
  hide: 'Hide password',
  showThis: params('Show: {label}'),
  hideThis: params('Hide: {label}'),
})

interface PasswordFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'> {
  /** There are several passwords in the form, so each button names its field. */
  several?: boolean
}

/** A password, hidden until its button shows it. */
export function PasswordField({ several = false, ...field }: PasswordFieldProps) {
  const t = useStore(messages)
  const [shown, setShown] = useState(false)
  const { label } = field
  const words = several ? (shown ? t.hideThis({ label }) : t.showThis({ label })) : shown ? t.hide : t.show
  return (
    <TextField
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
