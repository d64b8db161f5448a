import { useStore } from '@nanostores/react'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { secretWords } from './en.ts'
import topic from './Topic.module.css'

const messages = i18n('secret', secretWords)

interface SecretProps {
  text: string
  /** Of the element that shows it. */
  name?: string
  /** The accessible name of the secret. */
  label?: string
  /** The label of the button. */
  copy?: string
  /** Shown instead of the text. */
  children?: ReactNode
}

/** A secret to pass on by hand, with a copy button. */
export function Secret({ text, name, label, copy, children }: SecretProps) {
  const t = useStore(messages)
  const [copied, setCopied] = useState<string>()
  const done = copied === text
  return (
    <div className={topic.secret}>
      {children ?? (
        <output name={name} aria-label={label}>
          <code dir="ltr">{text}</code>
        </output>
      )}
      <IconButton
        label={done ? t.copied : (copy ?? t.copy)}
        onClick={async () => setCopied((await copyText(text)) ? text : undefined)}
      >
        {done ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      </IconButton>
    </div>
  )
}
