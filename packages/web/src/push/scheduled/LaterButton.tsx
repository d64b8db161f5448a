import { useStore } from '@nanostores/react'
import { CalendarClock, Clock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { useSession } from '../../session/context.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Menu } from '../../ui/inputs/Menu.tsx'
import type { MenuItem } from '../../ui/inputs/MenuItems.tsx'
import { type Point, useContextMenu } from '../../ui/inputs/use-context-menu.ts'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { sendLater } from './en.ts'
import styles from './LaterButton.module.css'
import { sendTimes, sendTimeText } from './times.ts'

const ContextMenu = lazily(async () => (await import('../../ui/inputs/ContextMenu.tsx')).ContextMenu, { soon: true })
const TimeDialog = lazily(() => import('./TimeDialog.tsx').then((module) => module.TimeDialog), { soon: true })

const messages = i18n('send-later', sendLater)

interface LaterProps {
  /** Whether to send the typed message, or files, which are chosen first. */
  what: 'message' | 'files'
  /** In server seconds. */
  onChoose: (sendAt: number) => void
}

function useTimes({ what, onChoose }: LaterProps) {
  const t = useStore(messages)
  const ahead = useStore(useSession().$clockAhead)
  const [choosing, setChoosing] = useState(false)
  const label = what === 'message' ? t.later : t.filesLater
  const choose = (at: number) => onChoose((at + ahead) / 1_000)
  const items = (): MenuItem[] => [
    ...sendTimes($now.get()).map((time) => ({
      label: sendTimeText(time),
      icon: <Clock size={18} />,
      onSelect: () => choose(time.at),
    })),
    { label: t.other, icon: <CalendarClock size={18} />, onSelect: () => setChoosing(true) },
  ]
  const dialog = choosing && (
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
  )
  return { label, items, dialog }
}

/** The button that sends a message later: a menu of times, and a dialog for any other. */
export function LaterButton(props: LaterProps) {
  const { label, items, dialog } = useTimes(props)
  return (
    <>
      <Menu
        label={label}
        heading={label}
        items={items}
        trigger={(trigger) => (
          <IconButton {...trigger} label={label}>
            <Clock size={20} aria-hidden="true" />
          </IconButton>
        )}
      />
      {dialog}
    </>
  )
}

/**
 * The same menu for the send and attach buttons: a long press, a right-click or the menu key opens it. Returns the props of the element
 * around them, and the open menu or dialog.
 */
export function useLaterMenu(props: LaterProps) {
  const { label, items, dialog } = useTimes(props)
  const [menu, setMenu] = useState<{ owner: HTMLElement; at: Point }>()
  const toolProps = useContextMenu('[type=submit], [data-attach]', (owner, at) => setMenu({ owner, at }))
  return {
    toolProps,
    open: (
      <>
        {menu && (
          <Suspense fallback={null}>
            <ContextMenu
              {...menu}
              label={label}
              before={<p className={styles.heading}>{label}</p>}
              items={items()}
              onClose={() => setMenu(undefined)}
            />
          </Suspense>
        )}
        {dialog}
      </>
    ),
  }
}
