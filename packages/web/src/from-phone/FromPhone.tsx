import { useStore } from '@nanostores/react'
import type { MirroredPhone, PhoneNotification } from '@waypost/client/from-phone'
import { inlineIcon } from '@waypost/client/pictures/inline-icon'
import { BellOff, CheckCheck, Smartphone } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import paneStyles from '../page/shell/Pane.module.css'
import { PaneHeader, PaneTitle } from '../page/shell/PaneHeader.tsx'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { fromPhoneOf } from '../session/session-from-phone.ts'
import { say } from '../ui/accessibility/announce.ts'
import { focusMain, useFocusKept } from '../ui/accessibility/focus.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { fromPhoneWords } from './en.ts'
import styles from './FromPhone.module.css'
import { Notification } from './Notification.tsx'
import { PhoneNotes } from './PhoneNotes.tsx'

const messages = i18n('from-phone', fromPhoneWords)

/** `#devices/from-phone`: what phones show, newest first, by app. */
export function FromPhone() {
  const t = useStore(messages)
  const fromPhone = fromPhoneOf(useSession())
  const phones = useStore(fromPhone.$phones)
  const all = useStore(fromPhone.$notifications)
  const kept = useFocusKept(focusMain)
  const groups = useMemo(() => groupsOf(all), [all])
  useEffect(() => fromPhone.follow(), [fromPhone])
  const dismissable = all.filter((each) => each.dismissable || each.isGone)
  const isSealed = phones.length > 0 && phones.every(({ key }) => key === 'missing-here')

  function dismissAll() {
    void fromPhone.dismiss(dismissable.map(({ key }) => key))
    say(t.dismissed)
  }

  return (
    <div className={paneStyles.headed}>
      <PaneHeader
        section="devices"
        end={
          dismissable.length > 0 && (
            <Button kind="quiet" icon={<CheckCheck size={18} aria-hidden="true" />} onClick={dismissAll}>
              {t.dismissAll}
            </Button>
          )
        }
      >
        <PaneTitle page>{t.title}</PaneTitle>
      </PaneHeader>
      <div className={styles.scroller} {...kept}>
        <PhoneNotes phones={phones} />
        {all.length === 0 && !isSealed && <Nothing phones={phones} />}
        {groups.map((group) => (
          <Group
            key={group.key}
            group={group}
            phone={phones.length > 1 ? phones.find(({ device }) => device === group.device) : undefined}
          />
        ))}
      </div>
    </div>
  )
}

function Nothing({ phones }: { phones: readonly MirroredPhone[] }) {
  const t = useStore(messages)
  if (phones.some(({ state, key }) => state === 'asking' && key !== 'missing-here'))
    return (
      <div className={styles.empty}>
        <Spinner label={t.loading} />
      </div>
    )
  return (
    <div className={styles.empty}>
      {phones.length > 0 ? (
        <EmptyState drawing="devices" title={t.none}>
          {t.noneMore}
        </EmptyState>
      ) : (
        <EmptyState drawing="devices" title={t.noPhone} action={<ButtonLink href={hrefOf('devices', 'new')}>{t.add}</ButtonLink>}>
          {t.noPhoneMore}
        </EmptyState>
      )}
    </div>
  )
}

interface AppGroup {
  key: string
  device: string
  app: string
  appName: string
  icon: string | undefined
  notifications: PhoneNotification[]
}

/** Ordered by each app's latest notification. */
function groupsOf(all: readonly PhoneNotification[]): AppGroup[] {
  const groups = new Map<string, AppGroup>()
  for (const each of all) {
    const { device, app, appName, icon } = each
    const key = `${device} ${app}`
    const group = groups.get(key) ?? { key, device, app, appName, icon, notifications: [] }
    group.icon ??= icon
    group.notifications.push(each)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function Group({ group, phone }: { group: AppGroup; phone: MirroredPhone | undefined }) {
  const t = useStore(messages)
  const fromPhone = fromPhoneOf(useSession())
  const { app, appName, icon, notifications } = group
  const address = useMemo(() => inlineIcon(icon), [icon])

  async function mute() {
    const isMuted = await fromPhone.mute(app, appName)
    if (isMuted) showToast(t.muted({ app: appName }), { label: t.undo, run: () => void fromPhone.unmute(app) })
    else showToast(t.notMuted)
  }

  return (
    <section className={styles.group} aria-label={phone ? t.app({ app: appName, phone: phone.name }) : appName}>
      <Row as="header" gap={2} className={styles.head}>
        {address ? (
          <img className={styles.icon} src={address} alt="" width={24} height={24} />
        ) : (
          <span className={styles.icon}>
            <Smartphone size={18} aria-hidden="true" />
          </span>
        )}
        <h2 className={styles.app} dir="auto">
          {appName}
          {phone && <span className={styles.phone}>{phone.name}</span>}
        </h2>
        <IconButton size="small" label={t.mute({ app: appName })} onClick={() => void mute()}>
          <BellOff size={18} aria-hidden="true" />
        </IconButton>
      </Row>
      <Stack as="ul">
        {notifications.map((notification) => (
          <Notification key={notification.key} notification={notification} />
        ))}
      </Stack>
    </section>
  )
}
