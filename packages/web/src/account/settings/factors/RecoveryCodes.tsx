// Draws new recovery codes, which are shown only once.

import { useStore } from '@nanostores/react'
import { Check, Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../../browser/clipboard.ts'
import { saveText } from '../../../browser/files/save-text.ts'
import { hostname } from '../../../browser/location.ts'
import topic from '../../../page/topics/Topic.module.css'
import { useSession } from '../../../session/context.ts'
import { Button } from '../../../ui/inputs/Button.tsx'
import { i18n, params } from '../../../ui/language.ts'
import own from './OneTimeCodes.module.css'

const messages = i18n('recovery-codes', {
  title: 'Your recovery codes',
  lead: 'Keep them where you find them without your phone. Each replaces one code of the app, once. This is the only time they are shown.',
  copy: 'Copy',
  copied: 'Copied',
  save: 'Download',
  done: 'I have kept them',
  heading: params('Recovery codes of {email} at {host}'),
})

/** The codes, to copy or to download, until the user has kept them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useStore(messages)
  const email = useStore(useSession().$account)?.email ?? ''
  const [copied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = [t.heading({ email, host: hostname() }), '', ...codes, ''].join('\n')
  return (
    <div className={own.setUp}>
      <h3 ref={heading} tabIndex={-1} className={own.heading}>
        {t.title}
      </h3>
      <p className={topic.lead}>{t.lead}</p>
      <ul className={own.codes} aria-label={t.title}>
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ul>
      <div className={topic.actions}>
        <Button
          icon={copied ? <Check size={20} aria-hidden="true" /> : <Copy size={20} aria-hidden="true" />}
          onClick={async () => setCopied(await copyText(text))}
        >
          {copied ? t.copied : t.copy}
        </Button>
        <Button
          icon={<Download size={20} aria-hidden="true" />}
          onClick={() => saveText(`waypost-recovery-codes-${hostname()}.txt`, text)}
        >
          {t.save}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  )
}
