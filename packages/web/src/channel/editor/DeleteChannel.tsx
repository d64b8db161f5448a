import { useStore } from '@nanostores/react'
import type { Channel } from '@waypost/protocol'
import { useRef, useState } from 'react'
import { useSession } from '../../session/context.ts'
import { focusIfLost } from '../../ui/accessibility/focus-soon.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { TwoStep } from '../../ui/inputs/TwoStep.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { channelName } from '../follow/following.ts'
import styles from './Editor.module.css'
import { deleteChannel } from './en.ts'

const messages = i18n('delete-channel', deleteChannel)

interface DeleteChannelProps {
  channel: Channel
  /** Called with a failure. */
  onDeleted: (words: string) => void
}

/** Deletes a channel in two steps. */
export function DeleteChannel({ channel, onDeleted }: DeleteChannelProps) {
  const t = useStore(messages)
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const name = channelName({ name: channel.name, tag: channel.tag ?? '' })
  function back() {
    setAsking(false)
    focusIfLost(() => opener.current)
  }
  return (
    <Stack as="section" gap={4} className={styles.delete} aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className={styles.second}>{t.lead}</p>
      <div>
        {asking ? (
          <TwoStep
            opener={opener}
            side="start"
            words={{ object: t.deleteThis({ name }), confirm: t.delete, cancel: t.cancel, busy: t.deleting }}
            onConfirm={async () => {
              if (await session.channel.remove(channel.iden)) onDeleted(t.deleted({ name }))
              else back()
            }}
            onCancel={back}
          />
        ) : (
          <Button ref={opener} aria-label={t.deleteThis({ name })} onClick={() => setAsking(true)}>
            {t.delete}
          </Button>
        )}
      </div>
    </Stack>
  )
}
