import { useStore } from '@nanostores/react'
import { type Device, isPairedPhone, otherDevice, samePhones, withSamePhone } from '@waypost/protocol'
import { useId, useState } from 'react'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { SelectField } from '../ui/inputs/SelectField.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { samePhone } from './en.ts'
import styles from './SamePhone.module.css'

const messages = i18n('same-phone', samePhone)

/** The account's paired phones, and the one that a device is the same as, according to the preference. */
export function useSamePhone(device: string): { phones: readonly Device[]; other: Device | undefined } {
  const session = useSession()
  const devices = useStore(session.device.$all)
  const preferences = useStore(session.preferences.$all)
  const other = otherDevice(samePhones(preferences, devices), device)
  const phones = devices.filter((each) => isPairedPhone(each) || each.iden === other)
  return { phones, other: devices.find(({ iden }) => iden === other) }
}

/** The select for a phone with SMS Gateway; hidden while the account has no paired phone. */
export function SamePhone({ device }: { device: string }) {
  const t = useStore(messages)
  const session = useSession()
  const isOffline = useStore(session.$connection) === 'offline'
  const { phones, other } = useSamePhone(device)
  const [busy, setBusy] = useState(false)
  const lead = useId()
  if (phones.length === 0) return null
  const nameOf = ({ nickname, model }: Device) => nickname || model || t.unnamed

  async function choose(iden: string) {
    if (busy) return
    setBusy(true)
    const chosen = phones.find((each) => each.iden === iden)
    const preferences = session.$account.get()?.preferences
    const done = await session.preferences.set(withSamePhone(preferences, session.device.$all.get(), device, chosen?.iden))
    setBusy(false)
    if (done) say(chosen ? t.chosen({ name: nameOf(chosen) }) : t.ended)
  }

  return (
    <Stack gap={2} className={styles.choice}>
      <SelectField
        label={t.label}
        value={other?.iden ?? ''}
        choices={[{ value: '', label: t.none }, ...phones.map((each) => ({ value: each.iden, label: nameOf(each) }))]}
        disabled={busy || isOffline}
        aria-describedby={lead}
        onChange={(event) => void choose(event.target.value)}
      />
      <p id={lead} className={styles.lead}>
        {t.lead}
      </p>
    </Stack>
  )
}
