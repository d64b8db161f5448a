// Shows a phone's permissions, and how to grant the missing ones on it.

import { useStore } from '@nanostores/react'
import type { PhonePermissions as Permissions } from '@waypost/protocol'
import { Bell, Check, CircleDashed, Contact, MessageSquareText, PhoneIncoming } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { say } from '../ui/accessibility/announce.ts'
import { Dots } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { phonePermissions } from './en.ts'
import styles from './PhonePermissions.module.css'

const messages = i18n('phone-permissions', phonePermissions)

const kinds = ['texts', 'contacts', 'notifications', 'calls'] as const
const icons = { texts: MessageSquareText, contacts: Contact, notifications: Bell, calls: PhoneIncoming }

interface PhonePermissionsProps {
  /** Undefined while the phone is away. */
  permitted: Permissions | undefined
  /** The name by which KDE Connect lists the companion's machine. */
  companion: string
}

/** A phone's permissions as found by its companion, each with its state. */
export function PhonePermissions({ permitted = {}, companion }: PhonePermissionsProps) {
  const t = useStore(messages)
  useAnnounced(permitted)
  return (
    <Stack gap={2}>
      {kinds.some((kind) => permitted[kind] !== true) && <p className={styles.where}>{t.where({ companion })}</p>}
      <Stack as="ul">
        {kinds.map((kind) => {
          const Icon = icons[kind]
          const is = permitted[kind]
          return (
            <Row key={kind} as="li" gap={3} align="start" className={styles.row}>
              <Icon size={18} aria-hidden="true" />
              <Row gap={3} rowGap={1} align="start" wrap grow>
                <Stack as="span" className={styles.words}>
                  <strong>{t[kind]}</strong>
                  {is !== true && <small>{t[`${kind}How`]}</small>}
                </Stack>
                <State is={is} unknown={kind === 'calls' ? t.afterCall : undefined} />
              </Row>
            </Row>
          )
        })}
      </Stack>
    </Stack>
  )
}

/** @param unknown shown while it can't be known */
function State({ is, unknown }: { is: boolean | undefined; unknown: string | undefined }) {
  const t = useStore(messages)
  if (is)
    return (
      <Row as="span" gap={1} className={styles.state} data-permitted="">
        <Check size={16} aria-hidden="true" />
        {t.permitted}
      </Row>
    )
  return (
    <Row as="span" gap={1} className={styles.state}>
      {is === undefined && unknown === undefined ? <Dots /> : <CircleDashed size={16} aria-hidden="true" />}
      {is === undefined ? (unknown ?? t.asking) : t.missing}
    </Row>
  )
}

function useAnnounced(permitted: Permissions): void {
  const before = useRef<Permissions>(undefined)
  useEffect(() => {
    const t = messages.get()
    for (const kind of kinds) if (before.current?.[kind] === false && permitted[kind]) say(t.now({ what: t[kind] }))
    before.current = permitted
  }, [permitted])
}
