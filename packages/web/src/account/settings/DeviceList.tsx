// Lists the devices of the account in the settings, to rename and delete them.

import { useStore } from '@nanostores/react'
import type { Device } from '@waypost/protocol'
import { ReachHere } from '../../page/app/ReachHere.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { hrefOf } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { TargetAvatar } from '../../target/TargetAvatar.tsx'
import { i18n, params } from '../../ui/language.ts'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'
import styles from './Settings.module.css'

const messages = i18n('device-list', {
  title: 'Devices',
  here: 'This browser',
  hereLead: 'A browser that gets notifications while Waypost is closed is one of your devices.',
  empty: 'No devices yet.',
  add: 'Add a device',
  unnamed: 'Device',
  nickname: params('Nickname of {name}'),
  online: 'Online',
})

/** All devices, with their names to edit. */
export function DeviceList() {
  const t = useStore(messages)
  const session = useSession()
  const devices = useStore(session.device.$all)
  const online = useStore(session.pinger.$online)
  return (
    <div className={topic.sections}>
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
              title: <Nickname device={device} label={t.nickname({ name })} />,
              line: online.has(device.iden) ? <span className={styles.online}>{t.online}</span> : line,
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
    </div>
  )
}

/** A field that saves on blur; Enter blurs it, Esc reverts it. */
function Nickname({ device, label }: { device: Device; label: string }) {
  const session = useSession()
  const nickname = device.nickname ?? ''
  return (
    <input
      key={nickname}
      className={styles.nickname}
      aria-label={label}
      defaultValue={nickname}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      onBlur={async ({ target: field }) => {
        const typed = field.value.trim()
        const worked = !typed || typed === nickname ? typed === nickname : await session.device.rename(device.iden, typed)
        if (!worked) field.value = nickname
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        if (event.key === 'Escape') event.currentTarget.value = nickname
        event.preventDefault()
        event.currentTarget.blur()
      }}
    />
  )
}

function lineOf({ manufacturer, model, type, nickname }: Device): string {
  const made = [manufacturer, model].filter(Boolean).join(' ') || type || ''
  return made === nickname ? '' : made
}
