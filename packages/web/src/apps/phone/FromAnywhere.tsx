// Connects a phone whose texts go through the server: the app, the address and code to type there, and its settings.

import { useStore } from '@nanostores/react'
import { isGatewayPhone } from '@waypost/protocol'
import { Check } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { systemHere } from '../../browser/system.ts'
import { nameInWords } from '../../format/names.ts'
import { hrefOf, smsItem } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { SamePhone } from '../../target/SamePhone.tsx'
import { say } from '../../ui/accessibility/announce.ts'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { Dots, Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { lazily } from '../../ui/lazily.tsx'
import styles from './AndroidPhone.module.css'
import { phoneFromAnywhere } from './en.ts'
import { GatewayCode } from './GatewayCode.tsx'

const QrCode = lazily(() => import('../../ui/QrCode.tsx').then((module) => module.QrCode))

const app = 'https://github.com/capcom6/android-sms-gateway/releases/latest'

const messages = i18n('phone-from-anywhere', phoneFromAnywhere)

/** The three steps through the server. */
export function FromAnywhere() {
  const t = useStore(messages)
  const isReady = useStore(useSession().$state) === 'ready'
  const [isShown, setShown] = useState(false)
  const [added, another] = useAddedPhone()
  const name = added && nameInWords(added)
  return (
    <>
      <Stack as="ol" gap={5} className={styles.steps}>
        <li>
          <h3>{t.install}</h3>
          <GetApp />
        </li>
        <li>
          <h3>{t.signIn}</h3>
          {name !== undefined && <p className={styles.second}>{t.signedIn({ name })}</p>}
          {isReady ? (
            <GatewayCode isAnother={added !== undefined} onAnother={another} onShown={setShown} />
          ) : (
            <Spinner label={t.loading} visibleLabel />
          )}
        </li>
        <li>
          <h3>{t.run}</h3>
          <Stack as="ul" gap={2} className={styles.points}>
            <li>{t.permit}</li>
            <li>{t.restart}</li>
            <li>{t.battery}</li>
          </Stack>
          {added && name !== undefined ? (
            <Connected key={added.key} device={added.key} name={name} />
          ) : (
            isShown && (
              <p role="status" className={styles.waiting}>
                <Dots />
                {t.waiting}
              </p>
            )
          )}
        </li>
      </Stack>
      <section className={styles.limits} aria-labelledby="from-anywhere-limits">
        <h3 id="from-anywhere-limits">{t.limits}</h3>
        <Stack as="ul" gap={2} className={styles.points}>
          {[t.pictures, t.others, t.before, t.reads].map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </Stack>
      </section>
    </>
  )
}

/** The phone added since the screen was opened, and a function that forgets it. */
function useAddedPhone() {
  const session = useSession()
  const isReady = useStore(session.$state) === 'ready'
  const phones = useStore(session.target.$devices).filter(({ obj }) =>
    isGatewayPhone(obj as { fingerprint?: string } | undefined),
  )
  const [before, setBefore] = useState<ReadonlySet<string>>()
  const known = before ?? (isReady ? new Set(phones.map(({ key }) => key)) : undefined)
  useEffect(() => {
    if (!before && known) setBefore(known)
  }, [before, known])
  const added = known && phones.find(({ key }) => !known.has(key))
  return [added, () => setBefore(new Set(phones.map(({ key }) => key)))] as const
}

function GetApp() {
  const t = useStore(messages)
  return (
    <>
      {systemHere() === 'android' ? (
        <p className={styles.second}>
          {t.here} {t.name}
        </p>
      ) : (
        <Row gap={4} rowGap={3} wrap className={styles.code}>
          <Suspense fallback={<span className={styles.place} />}>
            <QrCode text={app} label={t.code} />
          </Suspense>
          <p className={styles.second}>
            {t.scan} {t.name}
          </p>
        </Row>
      )}
      <p className={styles.links}>
        <a href={app} target="_blank" rel="noreferrer">
          {t.gitHub}
        </a>
      </p>
    </>
  )
}

function Connected({ device, name }: { device: string; name: string }) {
  const t = useStore(messages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    say(messages.get().connected({ name }))
  }, [name])
  return (
    <div className={styles.paired}>
      <h4 ref={heading} tabIndex={-1}>
        <Check size={20} aria-hidden="true" />
        {t.connected({ name })}
      </h4>
      <p className={styles.second}>{t.next}</p>
      <SamePhone device={device} />
      <Row gap={2} align="start" wrap>
        <ButtonLink kind="primary" href={hrefOf('sms', smsItem(device))}>
          {t.write}
        </ButtonLink>
        <ButtonLink href={hrefOf('devices', device)}>{t.about}</ButtonLink>
      </Row>
    </div>
  )
}
