// Shows the button, form or link that does a step of the checklist.

import { useStore } from '@nanostores/react'
import type { SetupStepName } from '@waypost/client/setup'
import type { ReactNode } from 'react'
import { isMobile } from '../browser/app/device-here.ts'
import { beginningOf, nameInWords, nameOf } from '../format/names.ts'
import { InstallOffer } from '../page/app/InstallOffer.tsx'
import { hrefOf, phoneItem, smsItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n, params } from '../ui/language.ts'
import { AllowNotifications } from './AllowNotifications.tsx'
import { SendFile } from './SendFile.tsx'
import styles from './StepAction.module.css'

const messages = i18n('setup-doing', {
  get: 'Get it',
  install: 'Or install this page as an app: it gets a window and an icon of its own, and is a device, too.',
  signInPhone: 'Sign in a phone',
  companion: 'Install the companion on Android',
  here: params('{name} is connected. If that is the computer you meant, press Done.'),
  text: 'Write a text message',
  phone: 'Connect a phone',
  link: 'Send a link',
  write: params('Write to {name}'),
  start: 'Start a conversation',
  follow: 'Follow something',
  invite: 'Invite a friend',
})

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
  return <div className={styles.doing}>{ways[name]()}</div>
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
