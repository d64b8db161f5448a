import { useStore } from '@nanostores/react'
import type { Device } from '@waypost/protocol'
import { ChevronDown, Smartphone } from 'lucide-react'
import { open } from '../route.ts'
import { Menu } from '../ui/inputs/Menu.tsx'
import { i18n } from '../ui/language.ts'
import styles from './DeviceSwitch.module.css'
import { deviceSwitch } from './en.ts'

const messages = i18n('device-switch', deviceSwitch)

export const phoneName = ({ nickname, model }: Device): string => nickname || model || messages.get().unnamed

/** The name of the phone; with several phones, a switch between them. Each opens at its last conversation. */
export function DeviceSwitch({ phones, phone }: { phones: readonly Device[]; phone: Device }) {
  const t = useStore(messages)
  const name = phoneName(phone)
  const words = (
    <>
      <Smartphone size={18} aria-hidden="true" />
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </>
  )
  if (phones.length < 2)
    return (
      <p className={styles.place} title={name}>
        <span className={styles.alone}>{words}</span>
      </p>
    )
  return (
    <div className={styles.place}>
      <Menu
        label={t.choose}
        items={phones.map((each) => ({
          label: phoneName(each),
          checked: each.iden === phone.iden,
          onSelect: () => open('sms', each.iden),
        }))}
        trigger={(props) => (
          <button {...props} type="button" className={styles.button} aria-label={t.phone({ name })} title={t.phone({ name })}>
            {words}
            <ChevronDown size={18} aria-hidden="true" className={styles.caret} />
          </button>
        )}
      />
    </div>
  )
}
