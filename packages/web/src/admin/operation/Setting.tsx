// Draws what all settings of the server have in common: where a value comes from, and how saving went.

import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { TopicForm } from '../../page/topics/TopicForm.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n, params } from '../../ui/language.ts'
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

interface SettingFormProps {
  saving: ReturnType<typeof useSaving>
  label: string
  /** Whether there is something to save. */
  changed: boolean
  /** Called to return to the default; absent if the default holds. */
  onDefault?: (() => void) | undefined
  onSubmit: () => void
  children: ReactNode
}

/** The form of a setting. */
export function SettingForm({
  saving: { busy, trouble, done },
  label,
  changed,
  onDefault,
  onSubmit,
  children,
}: SettingFormProps) {
  const t = useStore(messages)
  return (
    <TopicForm
      label={label}
      busy={busy}
      unavailable={!changed}
      trouble={trouble}
      done={done}
      buttons={
        onDefault && (
          <Button kind="quiet" onClick={onDefault}>
            {t.useDefault}
          </Button>
        )
      }
      onSubmit={onSubmit}
    >
      {children}
    </TopicForm>
  )
}
