import { useStore } from '@nanostores/react'
import type { FileSource, HistoryItem } from '@waypost/client'
import { markSetup } from '@waypost/client/setup'
import type { SetupStepName } from '@waypost/client/setup/step-names'
import { Paperclip } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isMobile } from '../browser/app/device-here.ts'
import { $notificationsAllowed, notify } from '../browser/app/notifications.ts'
import { chooseFiles } from '../browser/files/files.ts'
import { askBeforeLeaving } from '../browser/location.ts'
import { beginningOf, nameInWords, nameOf } from '../format/names.ts'
import { InstallOffer } from '../page/app/InstallOffer.tsx'
import { ReachHere } from '../page/app/ReachHere.tsx'
import { hrefOf, phoneItem, smsItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { FileDrop } from '../ui/inputs/FileDrop.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { setupDoing, setupFiles, setupNotifications } from './en.ts'
import styles from './StepAction.module.css'

const messages = i18n('setup-doing', setupDoing)

/** The button or form that does a step, or a link to where it is done. */
export function StepAction({ name }: { name: SetupStepName }) {
  const t = useStore(messages)
  const ways: Record<SetupStepName, () => ReactNode> = {
    mobile: () => (
      <>
        <Way href={hrefOf('devices', phoneItem)}>{t.signInPhone}</Way>
        <ButtonLink kind="quiet" href={hrefOf('devices', 'new')}>
          {t.companion}
        </ButtonLink>
        {isMobile() && <InstallHere />}
      </>
    ),
    desktop: () => (
      <>
        <Way href={hrefOf('devices', 'new')}>{t.get}</Way>
        <OtherComputer />
        {!isMobile() && <InstallHere />}
      </>
    ),
    sms: () => <WriteText />,
    notifications: () => <AllowNotifications />,
    links: () => <Talk words={() => t.link} />,
    files: () => <SendFile />,
    chat: () => <Talk words={(friend) => (friend === undefined ? t.start : t.write({ name: friend }))} />,
    channels: () => <Way href={hrefOf('following', 'new')}>{t.follow}</Way>,
    invite: () => <Way href={hrefOf('settings', 'invite')}>{t.invite}</Way>,
  }
  return (
    <Stack gap={3} className={styles.doing}>
      {ways[name]()}
    </Stack>
  )
}

/** Installing this page makes this machine a device, without a download. */
function InstallHere() {
  const t = useStore(messages)
  return (
    <>
      <p>{t.install}</p>
      <InstallOffer />
    </>
  )
}

function Way({ href, children }: { href: string; children: string }) {
  return (
    <div>
      <ButtonLink kind="primary" href={href}>
        {children}
      </ButtonLink>
    </div>
  )
}

/** Links to the latest conversation, or to a new one. */
function Talk({ words }: { words: (friend: string | undefined) => string }) {
  const [friend] = useStore(useSession().target.$people)
  return <Way href={hrefOf('people', friend?.key ?? 'new')}>{words(friend && beginningOf(nameInWords(friend)))}</Way>
}

function WriteText() {
  const t = useStore(messages)
  const phone = useStore(useSession().device.$all).find(({ has_sms }) => has_sms)
  return phone ? (
    <Way href={hrefOf('sms', smsItem(phone.iden, 'new'))}>{t.text}</Way>
  ) : (
    <Way href={hrefOf('devices', 'new')}>{t.phone}</Way>
  )
}

/** Types of computers that do not complete the step automatically. */
const otherComputers = ['mac', 'linux']

function OtherComputer() {
  const t = useStore(messages)
  const session = useSession()
  const computer = useStore(session.device.$all).find(({ type = '' }) => otherComputers.includes(type))
  const target = computer && session.target.find('devices', computer.iden)
  return target ? (
    <p role="status" className={styles.note}>
      {t.here({ name: beginningOf(nameOf(target)) })}
    </p>
  ) : null
}

const sampleWords = i18n('setup-notifications', setupNotifications)

/** Turns notifications on, after a click. Then shows an example, and the step is done. */
function AllowNotifications() {
  const t = useStore(sampleWords)
  const session = useSession()
  const allowed = useStore($notificationsAllowed)
  const before = useRef(allowed)
  useEffect(() => {
    const was = before.current
    before.current = allowed
    if (allowed !== 'granted' || was === 'granted') return
    void markSetup(session, 'notifications', 'Done')
    notify({
      tag: 'setup',
      title: t.sampleTitle,
      body: t.sampleBody,
      data: { place: '#setup/notifications' },
      onClick: () => {},
    })
  }, [session, allowed, t])
  return <ReachHere />
}

const fileWords = i18n('setup-files', setupFiles)

/** The step is done when the server has it. */
function SendFile() {
  const t = useStore(fileWords)
  const session = useSession()
  const [$history] = useState(() => session.push.history(session.target.me))
  const { items } = useStore($history)
  const files = items.filter(({ push, state }) => push.type === 'file' && state !== 'settled')
  const busy = files.some(({ uploading }) => uploading)
  useEffect(() => (busy ? askBeforeLeaving(() => true) : undefined), [busy])
  const send = (chosen: readonly File[]) => {
    if (chosen.length > 0) session.push.sendFiles(chosen.map(sourceOf), session.target.me)
  }
  return (
    <>
      <Button
        kind="primary"
        icon={<Paperclip size={18} aria-hidden="true" />}
        onClick={async () => send(await chooseFiles({ multiple: false }))}
      >
        {t.choose}
      </Button>
      <FileDrop name={t.me} onFiles={send} />
      {files.map((item) => (
        <FileOnItsWay key={item.key} item={item} />
      ))}
    </>
  )
}

function FileOnItsWay({ item }: { item: HistoryItem }) {
  const t = useStore(fileWords)
  const { push } = useSession()
  const name = item.push.file_name ?? ''
  const percent = Math.floor((item.progress ?? 0) * 100)

  async function again() {
    const [file] = item.lost ? await chooseFiles({ multiple: false }) : []
    if (!item.lost || file) push.retry(item.key, file && sourceOf(file))
  }

  return (
    <Stack gap={1} className={styles.file}>
      <span dir="auto" className={styles.fileName}>
        {name}
      </span>
      {item.state === 'failed' ? (
        <>
          <p role="alert" className={styles.failed}>
            <strong>{t.failed}</strong> {item.error}
          </p>
          <Row gap={2} align="stretch" wrap>
            <Button onClick={() => void again()}>{item.lost ? t.again : t.retry}</Button>
            <Button kind="quiet" onClick={() => push.discard(item.key)}>
              {t.discard}
            </Button>
          </Row>
        </>
      ) : (
        <>
          <progress max={100} value={percent} aria-label={name} aria-valuetext={t.uploading({ percent, name })} />
          <span className={styles.fileState}>
            {item.uploading && item.progress !== undefined ? t.percent({ percent }) : t.sending}
          </span>
        </>
      )}
    </Stack>
  )
}

/** Its preview is just its size. */
function sourceOf(file: File): FileSource {
  const { name, type, size } = file
  return { name, type, size, slice: (start, end) => file.slice(start, end), preview: { size } }
}
