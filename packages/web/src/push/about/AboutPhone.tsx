// Shows the state of a phone paired with a companion: its battery, whether it can be reached, and its permissions.

import { useStore } from '@nanostores/react'
import type { Device } from '@waypost/protocol'
import { BatteryMedium, Wifi, WifiOff } from 'lucide-react'
import { inWords, nameInWords } from '../../format/names.ts'
import { useSession } from '../../session/context.ts'
import { type KnownPhone, usePhone } from '../../session/phones.ts'
import { PhonePermissions } from '../../target/PhonePermissions.tsx'
import { batteryWords } from '../../target/phone-words.ts'
import { i18n } from '../../ui/language.ts'
import { aboutPhone } from './en.ts'
import { Fact } from './parts.tsx'

const messages = i18n('about-phone', aboutPhone)

/** The state of a phone, kept up to date while it is shown. */
export function AboutPhone({ device }: { device: Device }) {
  const t = useStore(messages)
  const session = useSession()
  const known = usePhone(device)
  const target = known.state === 'known' ? session.target.find('devices', known.report.source_device_iden) : undefined
  const companion = target ? nameInWords(target) : t.computer
  const isConnected = known.state === 'known' && known.phone.is_connected
  const battery = known.state === 'known' ? batteryWords(known.phone) : undefined
  const Icon = isConnected ? Wifi : WifiOff
  return (
    <>
      <div role="status">
        <Fact icon={<Icon size={16} aria-hidden="true" />} title={t.connection}>
          {connectionWords(known, companion)}
        </Fact>
      </div>
      {battery && (
        <Fact icon={<BatteryMedium size={16} aria-hidden="true" />} title={t.battery}>
          {battery}
        </Fact>
      )}
      {isConnected && <PhonePermissions permitted={known.phone.permitted} companion={inWords(known.report.name ?? companion)} />}
    </>
  )
}

function connectionWords(known: KnownPhone, companion: string): string {
  const t = messages.get()
  if (known.state === 'failed') return known.words
  if (known.state !== 'known') return t[known.state]
  if (known.phone.state !== 'paired') return t.unpaired({ companion })
  return known.phone.is_connected ? t.connected({ companion }) : t.away({ companion })
}
