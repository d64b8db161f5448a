import { useStore } from '@nanostores/react'
import type { RemoteDevice } from '@waypost/client/remote-files'
import { MonitorSmartphone } from 'lucide-react'
import { $oneColumn } from '../browser/media.ts'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import list from '../ui/List.module.css'
import { i18n } from '../ui/language.ts'
import row from '../ui/Row.module.css'
import { useRows } from '../ui/rows.ts'
import styles from './Devices.module.css'
import { shownName } from './names.ts'
import { useRemoteFiles } from './remote.ts'
import { howToEnable, stateWords } from './state.ts'

const messages = i18n('remote-devices', {
  empty: 'No devices yet',
  emptyMore: 'Connect a computer or a server, and its files can be reached from here.',
  add: 'Add a device',
})

/** Rows with one Tab stop; only those that are enabled can be opened, and the others say what is missing. */
export function Devices({ current }: { current: string | undefined }) {
  const devices = useStore(useRemoteFiles().$devices)
  const narrow = useStore($oneColumn)
  const ready = useStore(useSession().$state) === 'ready'
  const rows = useRows(
    devices.map(({ iden }) => iden),
    current,
  )
  return (
    <div className={list.scroller} data-region="sidebar">
      {devices.length === 0 ? (
        // Beside an open pane, that says all of it.
        ready && narrow && <NoDevices />
      ) : (
        <ul className={list.rows} {...rows.list}>
          {devices.map((device) => (
            <DeviceRow
              key={device.iden}
              device={device}
              current={device.iden === current}
              tabIndex={device.iden === rows.stop ? 0 : -1}
              onFocus={() => rows.onFocus(device.iden)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** No device of the account could share a folder. */
export function NoDevices() {
  const t = useStore(messages)
  return (
    <div className={styles.none}>
      <EmptyState
        picture={<Avatar name="" seed="devices" glyph={<MonitorSmartphone />} size={64} />}
        title={t.empty}
        action={<ButtonLink href={hrefOf('devices', 'new')}>{t.add}</ButtonLink>}
      >
        {t.emptyMore}
      </EmptyState>
    </div>
  )
}

interface DeviceRowProps {
  device: RemoteDevice
  current: boolean
  tabIndex: 0 | -1
  onFocus: () => void
}

function DeviceRow({ device, current, tabIndex, onFocus }: DeviceRowProps) {
  const t = useStore(stateWords)
  const session = useSession()
  const target = session.target.find('devices', device.iden)
  const known = useStore(session.pinger.$state) === 'known'
  const enabled = device.state === 'enabled'
  // Until the answers to the first ping are in, it may well be there.
  const how = known || device.state !== 'not-connected' ? howToEnable(t, device.state) : undefined
  const inside = (
    <>
      <span className={styles.picture}>{target && <TargetAvatar target={target} />}</span>
      <span className={row.words}>
        <span className={`${row.name} ${styles.name}`} dir="auto">
          {shownName(device.name)}
        </span>
        <span className={styles.state}>{t[device.state]}</span>
        {how && <span className={styles.how}>{how}</span>}
      </span>
    </>
  )
  const shared = {
    className: `${row.link} ${styles.link}`,
    'data-row': '',
    'aria-current': current ? ('page' as const) : undefined,
    tabIndex,
    onFocus,
    title: how,
  }
  return (
    <li className={`${row.row} ${styles.row}`} data-current={current || undefined} data-state={device.state}>
      {enabled ? (
        <a {...shared} href={hrefOf('remotefiles', device.iden)}>
          {inside}
        </a>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a link that leads nowhere now, as a list of links has it
        <span {...shared} role="link" tabIndex={tabIndex} aria-disabled="true">
          {inside}
        </span>
      )}
    </li>
  )
}
