// Draws what replaces a phone's SMS, or stands above them: no phone, nothing to show, an error, a missing password, the quota.

import { useStore } from '@nanostores/react'
import { type Device, isGatewayPhone, type Refusal } from '@waypost/protocol'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { $oneColumn } from '../browser/media.ts'
import paneStyles from '../page/shell/Pane.module.css'
import { PaneHeader } from '../page/shell/PaneHeader.tsx'
import { UnlockForm } from '../page/UnlockForm.tsx'
import { UpgradeLink } from '../page/UpgradeLink.tsx'
import { hrefOf, smsItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { smsOf } from '../session/session-sms.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import type { Drawing } from '../ui/lists/EmptyDrawing.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { textStates } from './en.ts'
import styles from './SmsStates.module.css'

export const smsWords = i18n('text-states', textStates)

interface Level {
  /** `h1` if it is the title of the main pane. */
  level?: 'h1' | 'h2' | undefined
}

/** Shown if no phone of the account sends SMS. */
export function NoPhones({ level }: Level) {
  const t = useStore(smsWords)
  const add = <ButtonLink href={hrefOf('devices', 'new')}>{t.addDevice}</ButtonLink>
  return <Empty level={level} drawing="devices" title={t.noPhones} more={t.noPhonesMore} action={add} />
}

/** Shown if the phone or conversation of the address does not exist. It links to the phone's list, if the phone exists. */
export function Gone({ device }: { device?: string }) {
  const t = useStore(smsWords)
  return (
    <Empty level="h1" drawing="signpost" title={t.gone} action={<ButtonLink href={hrefOf('sms', device)}>{t.back}</ButtonLink>} />
  )
}

/** Shown if the companion app on the phone is too old. */
export function UpdateApp({ level }: Level) {
  const t = useStore(smsWords)
  return <Empty level={level} drawing="devices" title={t.update} />
}

export function NoThreads({ device, level }: Level & { device: string }) {
  const t = useStore(smsWords)
  const write = <ButtonLink href={hrefOf('sms', smsItem(device, 'new'))}>{t.newMessage}</ButtonLink>
  return <Empty level={level} drawing="conversation" title={t.empty} action={write} />
}

/** Shown if the conversations could not be loaded. */
export function FetchFailed({ refusal, onRetry, level }: Level & { refusal: Refusal | undefined; onRetry: () => void }) {
  const t = useStore(smsWords)
  const retry = <Button onClick={onRetry}>{t.retry}</Button>
  return <Empty level={level} drawing="torn" title={t.failed} more={refusal?.message} action={retry} />
}

interface EmptyProps extends Level {
  drawing: Drawing
  title: string
  more?: string | undefined
  action?: ReactNode
}

function Empty({ level = 'h2', more, ...shown }: EmptyProps) {
  return (
    <Alone level={level}>
      <EmptyState level={level} {...shown}>
        {more}
      </EmptyState>
    </Alone>
  )
}

/** The pane header, for the link back to the list with one column. */
function Alone({ level, children }: Level & { children: ReactNode }) {
  const narrow = useStore($oneColumn)
  if (!narrow || level !== 'h1') return <div className={styles.pane}>{children}</div>
  return (
    <div className={paneStyles.headed}>
      <PaneHeader section="sms">{null}</PaneHeader>
      <div className={styles.pane}>{children}</div>
    </div>
  )
}

/** Shown above older data that could not be reloaded. The status strip reports a lost network. */
export function Stale({ refusal, onRetry }: { refusal: Refusal | undefined; onRetry: () => void }) {
  const t = useStore(smsWords)
  if (!refusal || refusal.code === 'network') return null
  return (
    <p role="status" className={styles.trouble}>
      {refusal.message}
      <Button kind="quiet" onClick={onRetry}>
        {t.retry}
      </Button>
    </p>
  )
}

/** Asks for the encryption password. */
export function Unlock({ device, thread, level: Heading = 'h2' }: Level & { device: string; thread?: string | undefined }) {
  const t = useStore(smsWords)
  const texts = smsOf(useSession())
  return (
    <Alone level={Heading}>
      <UnlockForm words={t} onUnlock={(password) => texts.unlock(device, thread, password)}>
        <Row gap={3}>
          <Avatar name="" seed="sealed" glyph={<Lock />} />
          <Heading className={styles.title} tabIndex={-1} {...(Heading === 'h1' && { 'data-title': '' })}>
            {t.sealed}
          </Heading>
        </Row>
      </UnlockForm>
    </Alone>
  )
}

interface StripsProps {
  phone: Device
  /** How many people get the text. */
  recipients: number
}

/** What there is to say right above the form: about the quota, the encryption, and the way that texts take. */
export function Strips({ phone, recipients }: StripsProps) {
  const { iden } = phone
  const texts = smsOf(useSession())
  return (
    <>
      <QuotaStrip />
      <KeyStrip device={iden} />
      {texts.hasServer(iden) && <WayStrip phone={phone} recipients={recipients} />}
    </>
  )
}

/** How much of the free quota is left. */
function QuotaStrip() {
  const t = useStore(smsWords)
  const quota = useStore(useSession().$account)?.reply_count_quota
  return (
    <div role="status">
      {quota && (
        <p className={styles.strip}>
          {quota === 'over_limit' ? t.over : t.near} <UpgradeLink>{t.upgrade}</UpgradeLink>
        </p>
      )}
    </div>
  )
}

/** Shown if the phone has a different encryption key. */
function KeyStrip({ device }: { device: string }) {
  const t = useStore(smsWords)
  const obstacle = useStore(smsOf(useSession()).$obstacle(device))
  return (
    <div role="status">
      {obstacle !== undefined && (
        <p className={styles.strip}>
          {obstacle} <a href={hrefOf('settings', 'encryption')}>{t.keySettings}</a>
        </p>
      )}
    </div>
  )
}

/** Says what happens to texts while a phone is away and the server reaches it another way. */
function WayStrip({ phone, recipients }: StripsProps) {
  const t = useStore(smsWords)
  const session = useSession()
  const reach = useStore(smsOf(session).$reach(phone.iden))
  const isSealed = useStore(session.encryption.$key) !== undefined
  const isThroughServer = reach !== undefined && !reach.phone && reach.server
  return (
    <div role="status">
      {isThroughServer && (
        <p className={styles.strip}>{isSealed ? t.waitsSealed : recipients > 1 ? t.waitsGroup : t.throughServer}</p>
      )}
    </div>
  )
}

/** Says that a text to several people is sent separately, if the phone can't send group messages. */
export function SeparateNote({ phone, recipients }: StripsProps) {
  const t = useStore(smsWords)
  if (!isGatewayPhone(phone)) return null
  return <div role="status">{recipients > 1 && <p className={styles.line}>{t.separately}</p>}</div>
}

/** Replaces the reply form if the phone cannot send to groups. */
export function NoGroups() {
  const t = useStore(smsWords)
  return <p className={styles.line}>{t.group}</p>
}
