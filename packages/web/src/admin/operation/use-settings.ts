import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { getServer, getServerSettings, Refusal, type ServerSettings, setServerSettings, type Takes } from '@waypost/protocol'
import { useState } from 'react'
import { showServer } from '../../browser/server-facts.ts'
import { useLoaded } from '../../page/topics/use-loaded.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { i18n } from '../../ui/language.ts'

const messages = i18n('server-settings', { saved: 'Saved' })

export type SettingChanges = Takes<typeof setServerSettings>

const load = (session: Session): Promise<ServerSettings> => session.call(getServerSettings, {})

/** The settings of the server, and a function that changes some; it returns why that was refused, if it was. */
export function useSettings() {
  const session = useSession()
  const [loaded, reload] = useLoaded(load)
  async function save(changes: SettingChanges): Promise<string | undefined> {
    try {
      await session.call(setServerSettings, changes)
      const { name, picture_url, plans } = await session.call(getServer, {})
      showServer({ name, picture: picture_url, plansOff: plans === 'off' })
      reload()
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.message
    }
  }
  return { loaded, reload, save }
}

/** The state of one form of settings: whether it is being saved, whether it was, and why it was not. */
export function useSaving(save: (changes: SettingChanges) => Promise<string | undefined>) {
  const t = useStore(messages)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  async function submit(changes: SettingChanges): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setDone(false)
    setTrouble(undefined)
    const refused = await save(changes)
    setBusy(false)
    setTrouble(refused)
    setDone(refused === undefined)
    if (refused === undefined) say(t.saved)
    return refused === undefined
  }
  return { busy, trouble, submit, saved: done ? t.saved : '', touch: () => setDone(false) }
}
