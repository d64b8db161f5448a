import { useStore } from '@nanostores/react'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../browser/clipboard.ts'
import topic from '../page/topics/Topic.module.css'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { i18n } from '../ui/language.ts'

const messages = i18n('link-to-copy', { copy: 'Copy', copied: 'Copied' })

/** A link with a secret, to be copied and handed over. `name` says what it is. */
export function LinkToCopy({ url, name }: { url: string; name: string }) {
  const t = useStore(messages)
  const [copied, setCopied] = useState<string>()
  const done = copied === url
  return (
    <div className={topic.secret}>
      <output aria-label={name}>
        <code dir="ltr">{url}</code>
      </output>
      <IconButton label={done ? t.copied : t.copy} onClick={async () => setCopied((await copyText(url)) ? url : undefined)}>
        {done ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      </IconButton>
    </div>
  )
}
