// Shows, at the end of a bubble, where a message came from, and that it is pinned or was edited.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { Pin, Smartphone } from 'lucide-react'
import { useSession } from '../../session/context.ts'
import { i18n, params } from '../../ui/language.ts'
import styles from './ItemMarks.module.css'

const messages = i18n('item-marks', { pinned: 'Pinned', edited: 'edited', from: params('from {device}') })

/** Whether a message has any marks. */
export function hasMarks({ push, side }: HistoryItem): boolean {
  return push.pinned !== undefined || push.edited !== undefined || (side === 'out' && push.source_device_iden !== undefined)
}

/** The marks of a message, in one line. */
export function ItemMarks({ item: { push, side } }: { item: HistoryItem }) {
  const t = useStore(messages)
  return (
    <p className={styles.marks}>
      {push.pinned !== undefined && <Pin size={12} role="img" aria-label={t.pinned} />}
      {side === 'out' && push.source_device_iden !== undefined && <Source iden={push.source_device_iden} />}
      {push.edited !== undefined && <span>{t.edited}</span>}
    </p>
  )
}

function Source({ iden }: { iden: string }) {
  const t = useStore(messages)
  const { entries } = useStore(useSession().mirror.of('devices'))
  const device = entries.get(iden)?.nickname
  if (!device) return null
  return (
    <span className={styles.source}>
      <Smartphone size={12} aria-hidden="true" />
      <bdi>{t.from({ device })}</bdi>
    </span>
  )
}
