import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { compareKeys } from '@waypost/client/session/key/fingerprint'
import { type Device, isGatewayPhone, isPairedPhone } from '@waypost/protocol'
import {
  Bell,
  BellRing,
  FolderOpen,
  HardDrive,
  Lock,
  LockOpen,
  MessageSquareOff,
  MessageSquareText,
  Smartphone,
  Trash2,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { nameInWords } from '../../format/names.ts'
import { fromPhoneItem, hrefOf, open, smsItem } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { removeItem } from '../../target/menu-items.tsx'
import { ringItem } from '../../target/phone-items.tsx'
import { SamePhone, useSamePhone } from '../../target/SamePhone.tsx'
import { showToast } from '../../ui/feedback/feedback.ts'
import { TwoStep } from '../../ui/inputs/TwoStep.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './About.module.css'
import { AboutPhone } from './AboutPhone.tsx'
import { aboutDevice } from './en.ts'
import { Action, Fact } from './parts.tsx'

const messages = i18n('about-device', aboutDevice)

const deviceOf = ({ obj }: Target) => obj as Device | undefined

/** The actions for a device. */
export function DeviceActions({ target }: { target: Target }) {
  const t = useStore(messages)
  const session = useSession()
  const ring = ringItem(session, target)
  function test() {
    const sent = session.push.send({ title: '', body: t.testBody, url: '' }, target)
    if (sent !== undefined) showToast(t.tested({ name: nameInWords(target) }))
  }
  return (
    <>
      {deviceOf(target)?.remote_files && (
        <Action icon={<FolderOpen size={20} aria-hidden="true" />} onPress={() => open('remotefiles', target.key)}>
          {t.files}
        </Action>
      )}
      {isGatewayPhone(deviceOf(target)) ? (
        <Action icon={<MessageSquareText size={20} aria-hidden="true" />} onPress={() => open('sms', smsItem(target.key))}>
          {t.texts}
        </Action>
      ) : (
        <Action icon={<Bell size={20} aria-hidden="true" />} onPress={test}>
          {t.test}
        </Action>
      )}
      {ring && (
        <Action icon={<BellRing size={20} aria-hidden="true" />} onPress={() => void ring.onSelect()}>
          {ring.label}
        </Action>
      )}
    </>
  )
}

/** What a device shares and mirrors, as far as it has reported, and whether it can read data encrypted here. */
export function AboutDevice({ target }: { target: Target }) {
  const t = useStore(messages)
  const own = useStore(useSession().encryption.$fingerprint)
  const device = deviceOf(target)
  const { other } = useSamePhone(target.key)
  const match = compareKeys(own, device?.key_fingerprint)
  const Key = match === 'same' ? Lock : LockOpen
  return (
    <div>
      {isPairedPhone(device) && <AboutPhone device={device} />}
      {other && !isGatewayPhone(device) && (
        <Fact icon={<Smartphone size={16} aria-hidden="true" />} title={t.sameTitle} href={hrefOf('devices', other.iden)}>
          {t.samePhone({ name: other.nickname || other.model || t.phone })}
        </Fact>
      )}
      {isGatewayPhone(device) && (
        <>
          <Fact
            icon={<MessageSquareText size={16} aria-hidden="true" />}
            title={t.texts}
            href={hrefOf('sms', smsItem(target.key))}
          >
            {t.through}
          </Fact>
          <Fact icon={<MessageSquareOff size={16} aria-hidden="true" />} title={t.limits}>
            {t.limitsMore}
          </Fact>
          <SamePhone device={target.key} />
        </>
      )}
      {device?.remote_files && (
        <Fact
          icon={<HardDrive size={16} aria-hidden="true" />}
          title={t.folders}
          {...(device.remote_files === 'enabled' && { href: hrefOf('remotefiles', target.key) })}
        >
          {device.remote_files !== 'enabled' ? t.disabled : device.shared_folders ? t.shared(device.shared_folders) : t.enabled}
        </Fact>
      )}
      {device?.mirroring && (
        <Fact
          icon={<BellRing size={16} aria-hidden="true" />}
          title={t.mirroring}
          {...(device.mirroring === 'enabled' && device.type === 'android' && { href: hrefOf('devices', fromPhoneItem) })}
        >
          {device.mirroring === 'enabled' ? t.mirrored : t.notMirrored}
        </Fact>
      )}
      {device?.web_push && (
        <Fact icon={<Bell size={16} aria-hidden="true" />} title={t.notices}>
          {t.web_push}
        </Fact>
      )}
      <Fact icon={<Key size={16} aria-hidden="true" />} title={t.password} href={hrefOf('settings', 'encryption')}>
        {!isGatewayPhone(device) ? t[match] : own === undefined ? t.noKey : t.keyHere}
      </Fact>
      <Delete target={target} />
    </div>
  )
}

function Delete({ target }: { target: Target }) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const item = removeItem(session, target, 'devices')
  if (!item?.confirm) return null
  if (asking)
    return (
      <TwoStep
        words={item.confirm}
        side="start"
        onConfirm={item.onSelect}
        onCancel={() => {
          setAsking(false)
          requestAnimationFrame(() => button.current?.focus())
        }}
      />
    )
  return (
    <button ref={button} type="button" className={`${styles.row} ${styles.delete}`} onClick={() => setAsking(true)}>
      <Trash2 size={16} aria-hidden="true" />
      {item.label}
    </button>
  )
}
