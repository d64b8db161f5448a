import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { getServer, getServerSettings, type ServerSettings, setServerSettings, type Takes } from '@waypost/protocol'
import { showServer } from '../../browser/server-facts.ts'
import { useSubmit } from '../../page/topics/TopicForm.tsx'
import { useLoaded } from '../../page/topics/use-loaded.ts'
import { useSession } from '../../session/context.ts'
import { i18n } from '../../ui/language.ts'

const messages = i18n('server-settings', { saved: 'Saved' })

export type SettingChanges = Takes<typeof setServerSettings>

const load = (session: Session): Promise<ServerSettings> => session.call(getServerSettings, {})

/** The settings of the server, and a function that changes some. It throws a Refusal. */
export function useSettings() {
  const session = useSession()
  const [loaded, reload] = useLoaded(load)
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

/** The state of one form of settings, with a function that saves. */
export function useSaving(save: SettingFormProps['save']) {
  const t = useStore(messages)
  const { run, ...state } = useSubmit()
  return { ...state, submit: (changes: SettingChanges) => run(() => save(changes), t.saved) }
}
