import { useStore } from '@nanostores/react'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../browser/clipboard.ts'
import styles from './Commands.module.css'
import { commandsWords } from './en.ts'
import { IconButton } from './inputs/IconButton.tsx'
import { i18n } from './language.ts'

const messages = i18n('commands', commandsWords)

/** Commands for a terminal, with a button that copies all of them. */
export function Commands({ lines }: { lines: readonly string[] }) {
  const t = useStore(messages)
  const [copied, setCopied] = useState<string>()
  const [failed, setFailed] = useState(false)
  const text = lines.join('\n')
  const isCopied = copied === text
  const first = { command: lines[0] ?? '' }
  const label = isCopied ? t.copied : lines.length > 1 ? t.copyLines(first) : t.copy(first)

  async function copy() {
    const worked = await copyText(text)
    setFailed(!worked)
    setCopied(worked ? text : undefined)
  }

  return (
    <>
      <div className={styles.commands}>
        <code dir="ltr">{text}</code>
        <IconButton label={label} onClick={copy}>
          {isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        </IconButton>
      </div>
      {failed && (
        <p role="alert" className={styles.failed}>
          {t.notCopied}
        </p>
      )}
    </>
  )
}
