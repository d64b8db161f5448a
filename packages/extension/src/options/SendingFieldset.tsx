import { Check } from './Check.tsx'
import styles from './Fieldset.module.css'
import { useSettings } from './use-settings.ts'

/** What the popup attaches automatically. */
export function SendingFieldset() {
  const [settings, set] = useSettings()
  if (!settings) return null
  return (
    <fieldset class={styles.fieldset}>
      <legend>Sending</legend>
      <Check
        checked={settings.attachPage}
        onChange={(on) => set({ attachPage: on })}
        hint="When you open Waypost from its icon. You can take the page off before you send."
      >
        Always attach the page I’m on
      </Check>
    </fieldset>
  )
}
