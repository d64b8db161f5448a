import { useStore } from '@nanostores/react'
import { namedMutedApps, unmuting } from '@waypost/protocol'
import { useRef, useState } from 'react'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { fromPhoneItem, hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { focusIfLost } from '../ui/accessibility/focus-soon.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { mutedApps } from './en.ts'
import styles from './Settings.module.css'

const messages = i18n('muted-apps', mutedApps)

/** The muted apps of phones; empty for accounts without a phone that mirrors its notifications. */
export function MutedApps() {
  const t = useStore(messages)
  const session = useSession()
  const preferences = useStore(session.preferences.$all)
  const mirrors = useStore(session.device.$all).some(({ mirroring }) => mirroring === 'enabled')
  const [busy, setBusy] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const muted = namedMutedApps(preferences)
  if (!mirrors && muted.length === 0) return null

  async function unmute(app: string, name: string) {
    if (busy !== undefined) return
    setBusy(app)
    const done = await session.preferences.set(unmuting(session.$account.get()?.preferences, app))
    setBusy(undefined)
    if (!done) return
    say(t.unmuted({ app: name }))
    focusIfLost(() => list.current?.querySelector('button') ?? undefined)
  }

  return (
    <Topic title={t.title}>
      <p className={topic.lead}>
        {t.lead} <a href={hrefOf('devices', fromPhoneItem)}>{t.list}</a>.
      </p>
      {muted.length === 0 ? (
        <p className={topic.lead}>{t.none}</p>
      ) : (
        <Stack ref={list} as="ul" className={styles.muted}>
          {muted.map(({ app, name }) => (
            <li key={app}>
              <span dir="auto" title={app}>
                {name}
              </span>
              <Button
                kind="quiet"
                busy={busy === app}
                aria-label={t.unmuteThis({ app: name })}
                onClick={() => void unmute(app, name)}
              >
                {t.unmute}
              </Button>
            </li>
          ))}
        </Stack>
      )}
    </Topic>
  )
}
