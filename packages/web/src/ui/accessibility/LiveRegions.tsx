import { useStore } from '@nanostores/react'
import { i18n } from '../language.ts'
import { $alert, $log } from './announce.ts'
import { liveRegions } from './en.ts'

const messages = i18n('live-regions', liveRegions)

/** Mounted from the start, because screen readers ignore live regions inserted along with their text. */
export function LiveRegions() {
  const t = useStore(messages)
  const log = useStore($log)
  const alert = useStore($alert)
  return (
    <>
      <div role="log" aria-live="polite" aria-label={t.log} className="hidden-words">
        {log.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      <div role="alert" aria-live="assertive" className="hidden-words">
        {alert.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </>
  )
}
