// Draws what all settings of the server have in common: where a value comes from, and how saving went.

import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n, params } from '../../ui/language.ts'
import styles from './Operation.module.css'
import type { useSaving } from './use-settings.ts'

const messages = i18n('server-setting', {
  fixed: params('The server was started with {variable}, which sets this. Change it there.'),
  chosen: params('An administrator has set this. The default is: {usual}.'),
  usual: 'This is the default.',
  useDefault: 'Use the default',
})

interface SourceProps {
  setting: { source: 'default' | 'administrator' | 'environment'; variable?: string | undefined }
  /** The default, in words. */
  usual: string
}

/** Says where the value of a setting comes from. */
export function Source({ setting: { source, variable = '' }, usual }: SourceProps) {
  const t = useStore(messages)
  const words = { environment: t.fixed({ variable }), administrator: t.chosen({ usual }), default: t.usual }
  return <p className={topic.lead}>{words[source]}</p>
}

interface SaveRowProps {
  saving: ReturnType<typeof useSaving>
  label: string
  /** Whether there is something to save. */
  changed: boolean
  /** Called to return to the default; absent if the default holds. */
  onDefault?: (() => void) | undefined
  children?: ReactNode
}

/** The buttons under a setting, and how saving went. */
export function SaveRow({ saving, label, changed, onDefault, children }: SaveRowProps) {
  const t = useStore(messages)
  return (
    <>
      {saving.trouble && (
        <p role="alert" className={topic.trouble}>
          {saving.trouble}
        </p>
      )}
      <div className={topic.actions}>
        <Button type="submit" kind="primary" busy={saving.busy} unavailable={!changed}>
          {label}
        </Button>
        {onDefault && (
          <Button kind="quiet" onClick={onDefault}>
            {t.useDefault}
          </Button>
        )}
        {children}
        <span className={styles.done}>{saving.saved}</span>
      </div>
    </>
  )
}
