// Draws the settings of one-time codes: set up, new recovery codes, switch off.

import { useStore } from '@nanostores/react'
import { createRecoveryCodes, deleteCodes, type Gives, limits, startCodes } from '@waypost/protocol'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Loading } from '../../../page/topics/Loading.tsx'
import topic from '../../../page/topics/Topic.module.css'
import { Topic } from '../../../page/topics/Topic.tsx'
import { attempt } from '../../../page/topics/use-loaded.ts'
import { useSession } from '../../../session/context.ts'
import { say } from '../../../ui/accessibility/announce.ts'
import { focusIfLost } from '../../../ui/accessibility/focus-soon.ts'
import { Button } from '../../../ui/inputs/Button.tsx'
import { TwoStep } from '../../../ui/inputs/TwoStep.tsx'
import { count, i18n, params, region } from '../../../ui/language.ts'
import type { Factors, FactorsProps } from '../../use-factors.ts'
import own from './OneTimeCodes.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpCodes } from './SetUpCodes.tsx'

const messages = i18n('one-time-codes', {
  title: 'One-time codes',
  lead: 'A second factor: signing in then also asks for a code that an app on your phone shows. A stolen password alone opens nothing.',
  setUp: 'Set up one-time codes',
  notStarted: "Couldn't set up one-time codes. Try again.",
  on: params('On since {date}'),
  left: count({ one: '{count} recovery code is left.', other: '{count} recovery codes are left.' }),
  few: count({
    one: 'Only {count} recovery code is left. Make new ones, or you may lose the account with your phone.',
    other: 'Only {count} recovery codes are left. Make new ones, or you may lose the account with your phone.',
  }),
  none: 'No recovery code is left. Make new ones, or you lose the account with your phone.',
  renew: 'New recovery codes',
  renewed: 'The earlier recovery codes no longer work.',
  notRenewed: "Couldn't create recovery codes. Try again.",
  off: 'Switch off',
  offThis: 'Switch one-time codes off',
  switchedOff: 'One-time codes are off.',
  switchingOff: 'Switching off...',
  notOff: "Couldn't turn off one-time codes. Try again.",
  sure: 'I am sure',
  cancel: 'Cancel',
})

type Codes = NonNullable<Factors['codes']>

/** The one-time codes of the account, in whatever state they are. */
export function OneTimeCodes({ factors, onChanged }: FactorsProps) {
  const t = useStore(messages)
  const session = useSession()
  const [started, setStarted] = useState<Gives<typeof startCodes>>()
  const [recovery, setRecovery] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    await attempt(async () => setStarted(await session.call(startCodes, {})), t.notStarted)
    setBusy(false)
  }

  function show(codes: readonly string[]) {
    setStarted(undefined)
    setRecovery(codes)
    onChanged()
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      <Loading loaded={factors} onRetry={onChanged}>
        {({ codes }) => {
          if (recovery) return <RecoveryCodes codes={recovery} onDone={() => setRecovery(undefined)} />
          if (codes) return <CodesAreOn codes={codes} onRenewed={show} onOff={onChanged} />
          if (started) return <SetUpCodes {...started} onConfirmed={show} onCancel={() => setStarted(undefined)} />
          return (
            <div className={topic.actions}>
              <Button busy={busy} onClick={() => void start()}>
                {t.setUp}
              </Button>
            </div>
          )
        }}
      </Loading>
    </Topic>
  )
}

interface CodesAreOnProps {
  codes: Codes
  onRenewed: (codes: readonly string[]) => void
  onOff: () => void
}

function CodesAreOn({ codes, onRenewed, onOff }: CodesAreOnProps) {
  const t = useStore(messages)
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const left = codes.recovery_codes
  const few = left <= limits.fewRecoveryCodes
  const date = new Intl.DateTimeFormat(region, { dateStyle: 'medium' }).format(codes.created * 1_000)

  async function renew() {
    setBusy(true)
    await attempt(async () => {
      const given = await session.call(createRecoveryCodes, {})
      say(t.renewed)
      onRenewed(given.recovery_codes)
    }, t.notRenewed)
    setBusy(false)
  }

  return (
    <>
      <p className={own.state}>
        <ShieldCheck size={20} aria-hidden="true" />
        {t.on({ date })}
      </p>
      {few ? (
        <p className={own.few}>
          <ShieldAlert size={20} aria-hidden="true" />
          {left === 0 ? t.none : t.few(left)}
        </p>
      ) : (
        <p className={topic.lead}>{t.left(left)}</p>
      )}
      <div className={topic.actions}>
        <Button kind={few ? 'primary' : 'secondary'} busy={busy} onClick={() => void renew()}>
          {t.renew}
        </Button>
        {asking ? (
          <TwoStep
            opener={opener}
            side="start"
            words={{ object: t.offThis, confirm: t.sure, cancel: t.cancel, busy: t.switchingOff }}
            onConfirm={async () => {
              const off = await attempt(() => session.call(deleteCodes, {}), t.notOff)
              setAsking(false)
              if (!off) return
              say(t.switchedOff)
              onOff()
            }}
            onCancel={() => {
              setAsking(false)
              focusIfLost(() => opener.current)
            }}
          />
        ) : (
          <Button ref={opener} kind="quiet" onClick={() => setAsking(true)}>
            {t.off}
          </Button>
        )}
      </div>
    </>
  )
}
