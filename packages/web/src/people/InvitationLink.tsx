// Shows the link of an invitation with a button that copies it.

import { useStore } from '@nanostores/react'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../browser/clipboard.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Invite.module.css'

const messages = i18n('invitation-link', {
  copy: 'Copy',
  copied: 'Copied',
  copyThis: params('Copy the link for {name}'),
})

/** The link of an invitation, to hand over to the person. */
export function InvitationLink({ url, name }: { url: string; name: string }) {
  const t = useStore(messages)
  const [copied, setCopied] = useState(false)
  return (
    <span className={styles.link}>
      <code dir="ltr">{url}</code>
      <Button
        icon={copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        aria-label={copied ? t.copied : t.copyThis({ name })}
        onClick={async () => setCopied(await copyText(url))}
      >
        {copied ? t.copied : t.copy}
      </Button>
    </span>
  )
}
