import { useStore } from '@nanostores/react'
import { getServer, getServerSettings, type ServerSettings, setServerSettings, type Takes } from '@waypost/protocol'
import type { ReactNode } from 'react'
import { showServer } from '../../browser/server-facts.ts'
import topic from '../../page/topics/Topic.module.css'
import { TopicForm, useSubmit } from '../../page/topics/TopicForm.tsx'
import { useAnswer } from '../../page/topics/use-loaded.ts'
import { useSession } from '../../session/context.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { serverSetting, serverSettings } from './en.ts'

const messages = i18n('server-setting', serverSetting)

interface SourceProps {
  setting: { source: 'default' | 'administrator' | 'environment'; variable?: string | undefined }
  usual: string
}

/** Says where the value of a setting comes from. */
export function Source({ setting: { source, variable = '' }, usual }: SourceProps) {
  const t = useStore(messages)
  const words = { environment: t.fixed({ variable }), administrator: t.chosen({ usual }), default: t.usual }
  return <p className={topic.lead}>{words[source]}</p>
}

interface SavedFormProps {
  saving: ReturnType<typeof useSaving>
  label: string
  changed: boolean
  /** Absent if the default is in effect. */
  onDefault?: (() => void) | undefined
  onSubmit: () => void
  children: ReactNode
}

/** The form of a setting. */
export function SettingForm({ saving: { busy, trouble, done }, label, changed, onDefault, onSubmit, children }: SavedFormProps) {
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

const savingWords = i18n('server-settings', serverSettings)

export type SettingChanges = Takes<typeof setServerSettings>

/** The server settings, and a function that changes some and throws a Refusal. */
export function useSettings() {
  const session = useSession()
  const [loaded, reload] = useAnswer(getServerSettings)
  async function save(changes: SettingChanges): Promise<void> {
    await session.call(setServerSettings, changes)
    const { name, picture_url, plans } = await session.call(getServer, {})
    showServer({ name, picture: picture_url, plansOff: plans === 'off' })
    reload()
  }
  return { loaded, reload, save }
}

export interface SettingFormProps {
  settings: ServerSettings
  save: (changes: SettingChanges) => Promise<void>
}

/** The state of one settings form, with a function that saves. */
export function useSaving(save: SettingFormProps['save']) {
  const t = useStore(savingWords)
  const { run, ...state } = useSubmit()
  return { ...state, submit: (changes: SettingChanges) => run(() => save(changes), t.saved) }
}
