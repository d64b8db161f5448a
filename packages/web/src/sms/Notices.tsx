// Draws the notices about SMS: no phone, nothing to show, an error, a missing password, the quota.

import { useStore } from '@nanostores/react'
import type { Refusal } from '@waypost/protocol'
import { CloudOff, Lock, Smartphone } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { $oneColumn, $touch } from '../browser/media.ts'
import { PaneHeader } from '../page/shell/PaneHeader.tsx'
import { UpgradeLink } from '../page/UpgradeLink.tsx'
import { hrefOf, smsItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { smsOf } from '../session/session-sms.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n, params } from '../ui/language.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import styles from './Notices.module.css'

const messages = i18n('text-notices', {
  noPhones: 'No phone here can send texts',
  noPhonesMore: 'Install the companion app on your phone and sign in with this account.',
  addDevice: 'Add a device',
  gone: 'This no longer exists',
  back: 'Back to the list',
  update: 'To continue texting, please update the companion app on your phone. (Sorry for the inconvenience!)',
  empty: 'No conversations on this phone yet.',
  newMessage: 'New message',
  failed: "Couldn't load conversations. Try again.",
  retry: 'Try again',
  sealed: 'Your data is encrypted',
  password: 'Please enter your password:',
  unlock: 'Unlock',
  wrong: 'That password did not work.',
  impossible: 'This browser can decrypt only on pages of https. Open this page over https and try again.',
  near: "You're getting close to the free message limit for this month.",
  over: "You've reached the free message limit for this month.",
  upgrade: 'Upgrade to the Pro plan to send unlimited messages.',
  away: params('{device} is not reachable right now.'),
  keySettings: 'Encryption settings',
  group: 'This phone cannot send to several people at once.',
})

export const smsNotices = messages

interface Level {
  /** `h1` if it is the title of the main pane. */
  level?: 'h1' | 'h2'
}

const glyph = (Icon: typeof Lock) => <Avatar name="" seed="texting" glyph={<Icon />} size={64} />

/** Shown if no phone of the account sends SMS. */
export function NoPhones({ level = 'h2' }: Level) {
  const t = useStore(messages)
  return (
    <Alone level={level}>
      <EmptyState
        level={level}
        outline="rows"
        picture={glyph(Smartphone)}
        title={t.noPhones}
        action={<ButtonLink href={hrefOf('devices', 'new')}>{t.addDevice}</ButtonLink>}
      >
        {t.noPhonesMore}
      </EmptyState>
    </Alone>
  )
}

/** The pane header, for the link back to the list with one column. */
function Alone({ level, children }: Level & { children: ReactNode }) {
  const narrow = useStore($oneColumn)
  if (!narrow || level !== 'h1') return <div className={styles.pane}>{children}</div>
  return (
    <div className={styles.alone}>
      <PaneHeader section="sms">{null}</PaneHeader>
      <div className={styles.pane}>{children}</div>
    </div>
  )
}

/** Shown if the phone or conversation of the address does not exist. It links to the phone's list, if the phone exists. */
export function Gone({ device }: { device?: string }) {
  const t = useStore(messages)
  return (
    <Alone level="h1">
      <EmptyState
        level="h1"
        picture={glyph(Smartphone)}
        title={t.gone}
        action={<ButtonLink href={hrefOf('sms', device)}>{t.back}</ButtonLink>}
      />
    </Alone>
  )
}

/** The companion app on the phone is too old. */
export function UpdateApp({ level = 'h2' }: Level) {
  const t = useStore(messages)
  return (
    <Alone level={level}>
      <EmptyState level={level} picture={glyph(Smartphone)} title={t.update} />
    </Alone>
  )
}

export function NoThreads({ device, level = 'h2' }: Level & { device: string }) {
  const t = useStore(messages)
  return (
    <Alone level={level}>
      <EmptyState
        level={level}
        outline="rows"
        picture={glyph(Smartphone)}
        title={t.empty}
        action={<ButtonLink href={hrefOf('sms', smsItem(device, 'new'))}>{t.newMessage}</ButtonLink>}
      />
    </Alone>
  )
}

/** Shown if the conversations could not be loaded. */
export function FetchFailed({ refusal, onRetry, level = 'h2' }: Level & { refusal: Refusal | undefined; onRetry: () => void }) {
  const t = useStore(messages)
  return (
    <Alone level={level}>
      <EmptyState level={level} picture={glyph(CloudOff)} title={t.failed} action={<Button onClick={onRetry}>{t.retry}</Button>}>
        {refusal?.message}
      </EmptyState>
    </Alone>
  )
}

/** Shown above older data that could not be reloaded. The status strip reports a lost network. */
export function Stale({ refusal, onRetry }: { refusal: Refusal | undefined; onRetry: () => void }) {
  const t = useStore(messages)
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
  const t = useStore(messages)
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || password === '') return
    setBusy(true)
    const answer = await smsOf(session).unlock(device, thread, password)
    setBusy(false)
    if (answer === 'opened') return
    setError(answer === 'wrong' ? t.wrong : t.impossible)
    field.current?.focus()
    field.current?.select()
  }

  return (
    <Alone level={Heading}>
      <form className={styles.card} onSubmit={submit}>
        <div className={styles.head}>
          <Avatar name="" seed="sealed" glyph={<Lock />} />
          <Heading className={styles.title} tabIndex={-1} {...(Heading === 'h1' && { 'data-title': '' })}>
            {t.sealed}
          </Heading>
        </div>
        <TextField
          ref={field}
          label={t.password}
          type="password"
          value={password}
          error={error}
          autoComplete="current-password"
          // On touch screens, focusing the field would open the keyboard.
          autoFocus={!$touch.get()}
          data-first=""
          onChange={(event) => {
            setPassword(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" kind="primary" busy={busy} wide>
          {t.unlock}
        </Button>
      </form>
    </Alone>
  )
}

/** How much of the free quota is left. */
export function QuotaStrip() {
  const t = useStore(messages)
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

/** Shown if the phone has another encryption key. */
export function KeyStrip({ device }: { device: string }) {
  const t = useStore(messages)
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

/** Replaces the reply form if the phone cannot send to groups. */
export function NoGroups() {
  const t = useStore(messages)
  return <p className={styles.line}>{t.group}</p>
}
