import { useEffect, useState } from 'preact/hooks'
import { onSettings, readSettings, type Settings, writeSettings } from '../settings/settings.ts'

/** The settings of this browser, undefined until loaded, and a function that changes some. */
export function useSettings(): [Settings | undefined, (changed: Partial<Settings>) => void] {
  const [settings, setSettings] = useState<Settings>()
  useEffect(() => {
    void readSettings().then(setSettings)
    return onSettings(setSettings)
  }, [])
  return [settings, (changed) => void writeSettings(changed)]
}
