// Shows the button that sends a message at a later time: a menu of times, and a dialog for any other.

import { useStore } from '@nanostores/react'
import { CalendarClock, Clock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { useSession } from '../../session/context.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Menu } from '../../ui/inputs/Menu.tsx'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { sendTimes, sendTimeText } from './times.ts'

const TimeDialog = lazily(() => import('./TimeDialog.tsx').then((module) => module.TimeDialog), { soon: true })

const messages = i18n('send-later', {
  later: 'Send later',
  filesLater: 'Send files later',
  other: 'Choose date and time...',
})

interface LaterButtonProps {
  /** A message is typed; otherwise files are chosen first. */
  ready: boolean
  /** Called with the time, in seconds of the server. */
  onChoose: (sendAt: number) => void
}

/** The button beside Send, with the menu of times. */
export function LaterButton({ ready, onChoose }: LaterButtonProps) {
  const t = useStore(messages)
  const now = useStore($now)
  const ahead = useStore(useSession().$clockAhead)
  const [choosing, setChoosing] = useState(false)
  const label = ready ? t.later : t.filesLater
  const choose = (at: number) => onChoose((at + ahead) / 1_000)
  return (
    <>
      <Menu
        label={label}
        heading={label}
        items={() => [
          ...sendTimes(now).map((time) => ({
            label: sendTimeText(time),
            icon: <Clock size={18} />,
            onSelect: () => choose(time.at),
          })),
          { label: t.other, icon: <CalendarClock size={18} />, onSelect: () => setChoosing(true) },
        ]}
        trigger={(props) => (
          <IconButton {...props} label={label}>
            <Clock size={20} aria-hidden="true" />
          </IconButton>
        )}
      />
      {choosing && (
        <Suspense fallback={null}>
          <TimeDialog
            title={label}
            onClose={() => setChoosing(false)}
            onChoose={(at) => {
              setChoosing(false)
              choose(at)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
