// Connects a phone to a companion on the same network: the app, the search for the phone, and pairing.

import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { systemHere } from '../../browser/system.ts'
import { nameInWords } from '../../format/names.ts'
import { hrefOf } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { Commands } from '../../ui/Commands.tsx'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { SelectField } from '../../ui/inputs/SelectField.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { lazily } from '../../ui/lazily.tsx'
import styles from './AndroidPhone.module.css'
import { phoneAtHome } from './en.ts'
import { LookForPhone } from './LookForPhone.tsx'
import { Offline, useOffline } from './Offline.tsx'
import { PairPhone } from './PairPhone.tsx'
import { type Companion, useCompanions } from './use-companions.ts'
import { useLooking } from './use-looking.ts'

const QrCode = lazily(() => import('../../ui/QrCode.tsx').then((module) => module.QrCode))

const app = 'https://f-droid.org/packages/org.kde.kdeconnect_tp/'
const appOnPlay = 'https://play.google.com/store/apps/details?id=org.kde.kdeconnect_tp'

const messages = i18n('phone-at-home', phoneAtHome)

/** The three steps with a companion. */
export function AtHome() {
  const t = useStore(messages)
  const [companions, again] = useCompanions()
  const [chosen, setChosen] = useState<string>()
  const there = companions.filter(({ state, target }) => state === 'there' || target.key === chosen)
  const current = there.find(({ target }) => target.key === chosen) ?? there[0]
  const key = current?.target.key
  // The companion that is searching stays chosen, even if it doesn't answer for a while.
  useEffect(() => {
    if (key !== undefined) setChosen(key)
  }, [key])
  return (
    <Stack as="ol" gap={5} className={styles.steps}>
      <li>
        <h3>{t.install}</h3>
        <GetApp />
      </li>
      {current ? (
        <WithCompanion
          key={current.target.key}
          companion={current}
          choice={
            there.length > 1 && (
              <SelectField
                label={t.choose}
                value={current.target.key}
                choices={there.map(({ target }) => ({ value: target.key, label: nameInWords(target) }))}
                onChange={({ target }) => setChosen(target.value)}
              />
            )
          }
        />
      ) : (
        <>
          <li>
            <h3>{t.find}</h3>
            <NoCompanion companions={companions} onAgain={again} />
          </li>
          <li>
            <h3>{t.pair}</h3>
          </li>
        </>
      )}
    </Stack>
  )
}

function GetApp() {
  const t = useStore(messages)
  const isHere = systemHere() === 'android'
  return (
    <>
      {isHere ? (
        <p className={styles.second}>{t.version}</p>
      ) : (
        <Row gap={4} rowGap={3} wrap className={styles.code}>
          <Suspense fallback={<span className={styles.place} />}>
            <QrCode text={app} label={t.code} />
          </Suspense>
          <p className={styles.second}>{t.scan}</p>
        </Row>
      )}
      <p className={styles.links}>
        <a href={app}>{t.fDroid}</a>
        <a href={appOnPlay}>{t.play}</a>
      </p>
    </>
  )
}

function WithCompanion({ companion, choice }: { companion: Companion; choice: ReactNode }) {
  const t = useStore(messages)
  const looking = useLooking(companion.target.key)
  const name = nameInWords(companion.target)
  return (
    <>
      <li>
        <h3>{t.find}</h3>
        {!looking.isLooking && !looking.added && choice}
        <LookForPhone looking={looking} companion={name} />
      </li>
      <li>
        <h3>{t.pair}</h3>
        <PairPhone looking={looking} companion={looking.name ?? name} />
      </li>
    </>
  )
}

/** No companion, or none that answers, and what to do about it. */
function NoCompanion({ companions, onAgain }: { companions: readonly Companion[]; onAgain: () => void }) {
  const t = useStore(messages)
  const isReady = useStore(useSession().$state) === 'ready'
  if (useOffline()) return <Offline />
  if (!isReady || companions.some(({ state }) => state === 'asking')) return <Spinner label={t.asking} visibleLabel />
  const get = <ButtonLink href={hrefOf('devices', 'new')}>{t.get}</ButtonLink>
  const [first, second] = companions
  if (!first)
    return (
      <>
        <p>{t.none}</p>
        <Row gap={2} align="start" wrap>
          {get}
        </Row>
      </>
    )
  if (typeof first.state === 'object' && !second) return <p className={styles.note}>{first.state.words}</p>
  return (
    <div role="status" className={styles.silent}>
      <p>{second ? t.allAway : t.away({ computer: nameInWords(first.target) })}</p>
      <Commands lines={['waypost run']} />
      <p className={styles.second}>{t.update}</p>
      <Row gap={2} align="start" wrap>
        <Button onClick={onAgain}>{t.again}</Button>
        {get}
      </Row>
    </div>
  )
}
