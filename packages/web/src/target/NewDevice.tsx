import { useStore } from '@nanostores/react'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText, origin } from '../browser.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './NewTarget.module.css'
import { PaneHeader } from './ThreadHeader.tsx'
import { Title } from './Title.tsx'

const messages = i18n('new-device', {
  title: 'Add a device',
  lead: 'A computer or a server becomes a device through the command line that comes with Waypost. It needs Node.js, version 20 or later.',
  one: 'Sign in on that machine, in its copy of Waypost. Your browser opens, the sign-in comes back by itself, and the device shows up in this list.',
  two: 'Then see there what arrives, as it arrives.',
  copy: params('Copy {command}'),
  copied: 'Copied',
})

/** `#devices/new`: how a machine becomes a device. */
export function NewDevice() {
  const t = useStore(messages)
  return (
    <div className={styles.pane}>
      <PaneHeader section="devices">
        <Title>{t.title}</Title>
      </PaneHeader>
      <div className={styles.body}>
        <p className={styles.lead}>{t.lead}</p>
        <ol className={styles.steps}>
          <li>
            <p>{t.one}</p>
            <Command text={`npx waypost login --server ${origin()}`} />
          </li>
          <li>
            <p>{t.two}</p>
            <Command text="npx waypost watch" />
          </li>
        </ol>
      </div>
    </div>
  )
}

function Command({ text }: { text: string }) {
  const t = useStore(messages)
  const [copied, setCopied] = useState(false)
  return (
    <div className={styles.command}>
      <code dir="ltr">{text}</code>
      <IconButton label={copied ? t.copied : t.copy({ command: text })} onClick={async () => setCopied(await copyText(text))}>
        {copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      </IconButton>
    </div>
  )
}
