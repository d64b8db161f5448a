import { useStore } from '@nanostores/react'
import type { HistoryItem, Target } from '@waypost/client'
import type { ReactNode } from 'react'
import { fileSizeOf } from '../../format/size.ts'
import { momentOf } from '../../format/time.ts'
import { useSession } from '../../session/context.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { reportedOf } from '../read-marks/reported.ts'
import styles from './DetailsDialog.module.css'
import { detailsWords } from './en.ts'

const messages = i18n('details', detailsWords)

interface DetailsDialogProps {
  item: HistoryItem
  target: Target
  onClose: () => void
}

/** The times, people, device and file of a message. */
export function DetailsDialog({ item: { push }, target, onClose }: DetailsDialogProps) {
  const t = useStore(messages)
  const session = useSession()
  const { entries } = useStore(session.mirror.of('devices'))
  const marks = useStore(session.readMarkers.theirs(target))
  const moment = (seconds: number | undefined) => seconds !== undefined && momentOf(seconds * 1_000)
  const toPerson = push.direction === 'outgoing' && push.receiver_iden !== undefined
  const { delivered, seen } = reportedOf(toPerson ? marks : undefined, push.created)
  /** Exact for the last message reported; for earlier ones, the time by which it had happened. */
  const by = (at: number | undefined, to = 0) => {
    const time = moment(at)
    return time && push.created < to ? t.by({ time }) : time
  }
  const rows: [label: string, value: ReactNode][] = [
    [t.from, person(push.sender_name, push.sender_email)],
    [t.to, person(undefined, push.receiver_email) || entries.get(push.target_device_iden ?? '')?.nickname],
    [t.device, entries.get(push.source_device_iden ?? '')?.nickname],
    [t.sent, moment(push.created)],
    [t.delivered, by(delivered, marks?.deliveredTo)],
    [t.seen, by(seen, marks?.readTo)],
    [t.edited, moment(push.edited)],
    [t.pinned, moment(push.pinned)],
    [t.file, push.file_name],
    [t.type, push.file_type],
    [t.size, push.file_size !== undefined && fileSizeOf(push.file_size)],
    [t.picture, push.image_width && push.image_height ? `${push.image_width} × ${push.image_height}` : undefined],
    ...Object.entries(push.reactions ?? {}).map(([emoji, people]): [string, ReactNode] => [emoji, people.join(', ')]),
  ]
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Stack as="dl" gap={2} className={styles.details}>
        {rows.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ) : null,
        )}
      </Stack>
    </Dialog>
  )
}

function person(name: string | undefined, email: string | undefined): string | undefined {
  return name && email && name !== email ? `${name} (${email})` : (email ?? name)
}
