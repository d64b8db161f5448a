import { useStore } from '@nanostores/react'
import { type Device, isPairedPhone } from '@waypost/protocol'
import { ReachHere } from '../page/app/ReachHere.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { PhoneLine } from '../target/PhoneLine.tsx'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { RemovableList } from '../ui/lists/RemovableList.tsx'
import { deviceList } from './en.ts'
import { NameField } from './NameField.tsx'
import styles from './Settings.module.css'

const messages = i18n('device-list', deviceList)

/** The devices of the account, to rename and delete them. */
export function DeviceList() {
  const t = useStore(messages)
  const session = useSession()
  const devices = useStore(session.device.$all)
  const online = useStore(session.pinger.$online)
  return (
    <Stack gap={4}>
      <Topic title={t.here} lead={t.hereLead}>
        <ReachHere />
      </Topic>
      <Topic title={t.title}>
        <RemovableList
          items={devices.map((device) => {
            const name = device.nickname || t.unnamed
            const target = session.target.find('devices', device.iden)
            const line = lineOf(device)
            return {
              key: device.iden,
              name,
              picture: target && <TargetAvatar target={target} />,
              title: (
                <NameField
                  name={device.nickname ?? ''}
                  label={t.nickname({ name })}
                  onRename={(typed) => session.device.rename(device.iden, typed)}
                />
              ),
              line: isPairedPhone(device) ? (
                <PhoneLine device={device} kind={line} />
              ) : online.has(device.iden) ? (
                <span className={styles.online}>{t.online}</span>
              ) : (
                line
              ),
            }
          })}
          onRemove={session.device.remove}
          empty={
            <p className={topic.lead}>
              {t.empty} <a href={hrefOf('devices', 'new')}>{t.add}</a>
            </p>
          }
        />
      </Topic>
    </Stack>
  )
}

function lineOf({ manufacturer, model, type, nickname }: Device): string {
  const made = [manufacturer, model].filter(Boolean).join(' ') || type || ''
  return made === nickname ? '' : made
}
