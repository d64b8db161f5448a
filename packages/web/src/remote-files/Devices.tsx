import { useStore } from '@nanostores/react'
import type { RemoteDevice } from '@waypost/client/remote-files'
import { $oneColumn } from '../browser/media.ts'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { useListFocus } from '../ui/accessibility/focus.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import list from '../ui/lists/List.module.css'
import item from '../ui/lists/ListItem.module.css'
import styles from './Devices.module.css'
import { remoteDevices } from './en.ts'
import { shownName } from './names.ts'
import { useRemoteFiles } from './session-remote-files.ts'
import { howToEnable, stateNames } from './Unreachable.tsx'

const messages = i18n('remote-devices', remoteDevices)

/** The list of devices with one Tab stop. Only enabled ones can be opened; the others explain how to enable them. */
export function Devices({ current }: { current: string | undefined }) {
  const devices = useStore(useRemoteFiles().$devices)
  const narrow = useStore($oneColumn)
  const ready = useStore(useSession().$state) === 'ready'
  const focus = useListFocus(
    devices.map(({ iden }) => iden),
    current,
  )
  return (
    <div className={list.scroller} data-region="sidebar">
      {devices.length === 0 ? (
        // With two panes, the main pane says so.
        ready && narrow && <NoDevices />
      ) : (
        <ul className={list.rows} {...focus.list}>
          {devices.map((device) => (
            <DeviceItem
              key={device.iden}
              device={device}
              current={device.iden === current}
              tabIndex={device.iden === focus.stop ? 0 : -1}
              onFocus={() => focus.onFocus(device.iden)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shown if no device of the account could share folders. */
export function NoDevices() {
  const t = useStore(messages)
  return (
    <div className={styles.none}>
      <EmptyState drawing="devices" title={t.empty} action={<ButtonLink href={hrefOf('devices', 'new')}>{t.add}</ButtonLink>}>
        {t.emptyMore}
      </EmptyState>
    </div>
  )
}

interface DeviceItemProps {
  device: RemoteDevice
  current: boolean
  tabIndex: 0 | -1
  onFocus: () => void
}

function DeviceItem({ device, current, tabIndex, onFocus }: DeviceItemProps) {
  const t = useStore(stateNames)
  const session = useSession()
  const target = session.target.find('devices', device.iden)
  const known = useStore(session.pinger.$state) === 'known'
  const enabled = device.state === 'enabled'
  // It may be connected, until the first pings are answered.
  const how = known || device.state !== 'not-connected' ? howToEnable(t, device.state) : undefined
  const inside = (
    <>
      <span className={styles.picture}>{target && <TargetAvatar target={target} marked={enabled} />}</span>
      <span className={item.words}>
        <span className={`${item.name} ${styles.name}`} dir="auto">
          {shownName(device.name)}
        </span>
        <span className={styles.state}>{t[device.state]}</span>
        {how && <span className={styles.how}>{how}</span>}
      </span>
    </>
  )
  const shared = {
    className: `${item.link} ${styles.link}`,
    'data-row': '',
    'aria-current': current ? ('page' as const) : undefined,
    tabIndex,
    onFocus,
    title: how,
  }
  return (
    <li className={`${item.row} ${styles.row}`} data-current={current || undefined} data-state={device.state}>
      {enabled ? (
        <a {...shared} href={hrefOf('remotefiles', device.iden)}>
          {inside}
        </a>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a disabled link in a list of links
        <span {...shared} role="link" tabIndex={tabIndex} aria-disabled="true">
          {inside}
        </span>
      )}
    </li>
  )
}
