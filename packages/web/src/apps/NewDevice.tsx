import { useStore } from '@nanostores/react'
import type { Session, Target } from '@waypost/client'
import { Check, Puzzle, QrCode, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { mustInstall } from '../browser/app/install.ts'
import { extensionHere, systemHere } from '../browser/system.ts'
import { beginningOf, nameOf } from '../format/names.ts'
import { InstallOffer } from '../page/app/InstallOffer.tsx'
import { ReachHere } from '../page/app/ReachHere.tsx'
import styles from '../page/shell/NewTargetPane.module.css'
import { PaneHeader, PaneTitle } from '../page/shell/PaneHeader.tsx'
import { androidItem, hrefOf, phoneItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { TargetAvatar, useOnline } from '../target/TargetAvatar.tsx'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { Dots } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import arrival from '../ui/lists/Arrival.module.css'
import { CompanionTabs } from './CompanionTabs.tsx'
import type { System } from './companion-lines.ts'
import { newDevice } from './en.ts'
import own from './NewDevice.module.css'
import { StoreLinks } from './StoreLinks.tsx'

const messages = i18n('new-device', newDevice)

/** `#devices/new`: how to add a device, and the devices that were added. */
export function NewDevice() {
  const t = useStore(messages)
  const [system, setSystem] = useState<System>(() => systemHere() ?? 'linux')
  return (
    <div className={styles.pane}>
      <PaneHeader section="devices">
        <PaneTitle page>{t.title}</PaneTitle>
      </PaneHeader>
      <div className={styles.body}>
        <Row gap={3} wrap className={own.phone}>
          <p>{t.phone}</p>
          <ButtonLink icon={<QrCode size={18} aria-hidden="true" />} href={hrefOf('devices', phoneItem)}>
            {t.signInPhone}
          </ButtonLink>
        </Row>
        <Stack aria-labelledby="new-device-android" as="section" gap={3}>
          <h2 id="new-device-android">{t.android}</h2>
          <Row gap={3} wrap className={own.phone}>
            <p>{t.androidLead}</p>
            <ButtonLink icon={<Smartphone size={18} aria-hidden="true" />} href={hrefOf('devices', androidItem)}>
              {t.androidAdd}
            </ButtonLink>
          </Row>
        </Stack>
        <Stack aria-labelledby="new-device-here" as="section" gap={3}>
          <h2 id="new-device-here">{t.here}</h2>
          <p>{t.hereLead}</p>
          <InstallOffer />
          {!mustInstall() && <ReachHere />}
          {extensionHere() && (
            <Row gap={3} wrap className={own.phone}>
              <p>{t.extension}</p>
              <ButtonLink icon={<Puzzle size={18} aria-hidden="true" />} href={`/apps#${extensionHere()}`}>
                {t.getExtension}
              </ButtonLink>
            </Row>
          )}
        </Stack>
        <p className={styles.lead}>{t.lead}</p>
        <CompanionTabs current={system} onSelect={setSystem} />
        <Arrivals />
        <StoreLinks />
      </div>
    </div>
  )
}

function Arrivals() {
  const t = useStore(messages)
  const devices = useNewDevices()
  useOnline(devices.length > 0)
  return (
    <Stack role="status" gap={2}>
      {devices.length === 0 ? (
        <p className={arrival.waiting}>
          <Dots />
          {t.waiting}
        </p>
      ) : (
        devices.map((device) => (
          <a key={device.key} href={hrefOf('devices', device.key)} className={arrival.arrived}>
            <TargetAvatar target={device} />
            <span className={arrival.words}>{beginningOf(nameOf(device))}</span>
            <span className={arrival.mark}>
              <Check size={16} aria-hidden="true" />
              {t.connected}
            </span>
          </a>
        ))
      )}
    </Stack>
  )
}

/** By session, the server time in seconds from which devices count as new. */
const beginnings = new WeakMap<Session, number>()
/** In seconds. If this screen is remounted within this time, its new devices stay new. */
const newFor = 10 * 60

/** Compares server stamps, since the local clock may differ. */
function useNewDevices(): readonly Target[] {
  const session = useSession()
  const devices = useStore(session.target.$devices)
  const isReady = useStore(session.$state) === 'ready'
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (!isReady) return
    const now = session.mirror.$baseline.get()
    const earlier = beginnings.get(session) ?? 0
    const beginning = now - earlier < newFor ? earlier : now
    beginnings.set(session, beginning)
    setSince(beginning)
  }, [session, isReady])
  return since === undefined ? [] : devices.filter(({ obj }) => obj !== undefined && obj.created > since)
}
