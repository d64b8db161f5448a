// Shows the client_id and client_secret of an OAuth client, with buttons that copy them.

import { useStore } from '@nanostores/react'
import type { Client as OAuthClient } from '@waypost/protocol'
import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n, params } from '../../ui/language.ts'
import own from './Clients.module.css'

const messages = i18n('client-keys', {
  title: 'Keys',
  lead: 'The client_id is public. The client_secret belongs to the program alone: anyone who has it can impersonate the program.',
  copy: params('Copy {what}'),
  copied: 'Copied',
  show: 'Show',
  hide: 'Hide',
  hidden: 'Hidden',
})

/** The client_id and client_secret of an OAuth client; the secret is shown on a press only. */
export function ClientKeys({ client: { client_id = '', client_secret = '' } }: { client: OAuthClient }) {
  const t = useStore(messages)
  const [shown, setShown] = useState(false)
  return (
    <Topic title={t.title} lead={t.lead}>
      <Key name="client_id" value={client_id}>
        <code dir="ltr">{client_id}</code>
      </Key>
      <Key
        name="client_secret"
        value={client_secret}
        button={
          <IconButton label={shown ? t.hide : t.show} onClick={() => setShown(!shown)}>
            {shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          </IconButton>
        }
      >
        {shown ? (
          <code dir="ltr">{client_secret}</code>
        ) : (
          <code>
            <span aria-hidden="true">••••••••••••</span>
            <span className="hidden-words">{t.hidden}</span>
          </code>
        )}
      </Key>
    </Topic>
  )
}

interface KeyProps {
  /** The field's name in the API. */
  name: string
  value: string
  button?: ReactNode
  children: ReactNode
}

function Key({ name, value, button, children }: KeyProps) {
  const t = useStore(messages)
  const [copied, setCopied] = useState(false)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset asks for something, this only shows it
    <div role="group" aria-label={name} className={own.key}>
      <span className={own.keyName}>{name}</span>
      <div className={topic.secret}>
        {children}
        {button}
        <IconButton label={copied ? t.copied : t.copy({ what: name })} onClick={async () => setCopied(await copyText(value))}>
          {copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        </IconButton>
      </div>
    </div>
  )
}
