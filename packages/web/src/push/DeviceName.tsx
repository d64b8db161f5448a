import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { Check, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PaneTitle } from '../page/shell/PaneHeader.tsx'
import { useSession } from '../session/context.ts'
import { focusSoon } from '../ui/accessibility/focus-soon.ts'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import styles from './ConversationPane.module.css'
import { deviceName } from './en.ts'

const messages = i18n('device-name', deviceName)

/** In milliseconds. */
const tickStays = 2_000

interface DeviceNameProps {
  target: Target
  /** The name, where it isn't the title of the pane. */
  heading?: ReactNode
}

/** The name of a device, editable in place: it saves on blur; Enter blurs the field, Esc reverts it. */
export function DeviceName({ target, heading }: DeviceNameProps) {
  const t = useStore(messages)
  const session = useSession()
  const [editing, setEditing] = useState(false)
  const [saved, setSaved] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const pencil = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (editing) field.current?.select()
  }, [editing])

  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setSaved(false), tickStays)
    return () => clearTimeout(timer)
  }, [saved])

  async function save(nickname: string) {
    setEditing(false)
    const iden = target.obj?.iden
    if (!nickname || nickname === target.name || iden === undefined) return
    await session.device.rename(iden, nickname)
    setSaved(session.mirror.of('devices').get().entries.get(iden)?.nickname === nickname)
  }

  if (editing)
    return (
      <>
        {!heading && <h1 className="hidden-words">{target.name}</h1>}
        <input
          ref={field}
          className={styles.nameField}
          aria-label={t.label}
          defaultValue={target.name}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: it replaces the pressed button
          autoFocus
          onBlur={(event) => void save(event.target.value.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.value = target.name
            if (event.key !== 'Escape' && event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.blur()
            focusSoon(() => pencil.current)
          }}
        />
      </>
    )
  return (
    <Row gap={1} className={styles.nameRow}>
      {heading ?? <PaneTitle>{target.name}</PaneTitle>}
      <IconButton ref={pencil} size="small" label={t.rename({ name: target.name })} onClick={() => setEditing(true)}>
        <Pencil size={16} aria-hidden="true" />
      </IconButton>
      <Stack role="status" as="span" className={styles.tick}>
        {saved && (
          <>
            <Check size={18} aria-hidden="true" />
            <span className="hidden-words">{t.saved}</span>
          </>
        )}
      </Stack>
    </Row>
  )
}
