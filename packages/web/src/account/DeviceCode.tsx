// Draws `/device`, the page where the user approves the sign-in of a machine that shows a code.

import { useStore } from '@nanostores/react'
import type { Calls } from '@waypost/client/ground/call'
import {
  answerDeviceSignIn,
  findDeviceSignIn,
  type Gives,
  normalizeUserCode,
  Refusal,
  showUserCode,
  userCodeLength,
} from '@waypost/protocol'
import { Check, CircleAlert, MonitorSmartphone, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { beginningOf } from '../format/names.ts'
import { hrefOf, useQuery } from '../route.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { useSettled } from '../ui/inputs/use-settled.ts'
import { i18n, params } from '../ui/language.ts'
import styles from './Card.module.css'
import { Card } from './Card.tsx'
import own from './DeviceCode.module.css'

const messages = i18n('device-code', {
  title: 'Connect a device',
  lead: 'A machine without a browser shows a code. Type it here to sign that machine in to your account.',
  code: 'Code',
  help: 'Eight letters, such as WDJB-MJHT.',
  short: 'The code has eight letters. Look at the machine again.',
  unknown:
    'No machine is waiting with this code. It may have expired: a code lasts ten minutes. Run the command again for a new one.',
  go: 'Continue',
  found: 'Is this your machine?',
  name: 'Name',
  type: 'System',
  address: 'Network address',
  asked: 'Asked',
  warning:
    'Go on only if you started this sign-in yourself, just now. The machine gets access to your whole account. Somebody who sent you a code wants to get in.',
  account: params('You are signed in as {email}.'),
  connect: 'Connect',
  connecting: 'Connecting',
  refuse: 'Don’t connect',
  connected: 'Connected',
  connectedWords: params('“{name}” is signed in now. You can go back to it.'),
  devices: 'Show my devices',
  refused: 'Not connected',
  refusedWords: params('“{name}” was not signed in.'),
  another: 'Type another code',
})

type Machine = Gives<typeof findDeviceSignIn>
type Step = 'code' | { machine: Machine } | { machine: Machine; approved: boolean }

interface DeviceCodeProps {
  calls: Pick<Calls, 'call'>
  email: string
}

/** `/device?code=`: signs in a machine that shows a code, after the user has seen which machine it is. */
export function DeviceCode({ calls, email }: DeviceCodeProps) {
  const t = useStore(messages)
  const [step, setStep] = useState<Step>('code')
  if (step === 'code')
    return (
      <Card title={t.title}>
        <CodeForm calls={calls} onFound={(machine) => setStep({ machine })} />
      </Card>
    )
  const { machine } = step
  if ('approved' in step)
    return (
      <Card key="answered" title={step.approved ? t.connected : t.refused}>
        <p role="status" className={own.outcome}>
          {step.approved ? <Check size={20} aria-hidden="true" /> : <X size={20} aria-hidden="true" />}
          {(step.approved ? t.connectedWords : t.refusedWords)({ name: beginningOf(machine.name) })}
        </p>
        <div className={own.answers}>
          {step.approved && (
            <ButtonLink kind="primary" href={`/${hrefOf('devices')}`}>
              {t.devices}
            </ButtonLink>
          )}
          <Button onClick={() => setStep('code')}>{t.another}</Button>
        </div>
      </Card>
    )
  return (
    <Card key="found" title={t.found}>
      <Question
        machine={machine}
        calls={calls}
        email={email}
        onAnswered={(approved) => setStep({ machine, approved })}
        onAnother={() => setStep('code')}
      />
    </Card>
  )
}

interface CodeFormProps extends Pick<DeviceCodeProps, 'calls'> {
  onFound(machine: Machine): void
}

function CodeForm({ calls, onFound }: CodeFormProps) {
  const t = useStore(messages)
  const { code: given = '' } = useQuery()
  const [code, setCode] = useState(given.slice(0, 40))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  async function find(event: FormEvent) {
    event.preventDefault()
    const user_code = normalizeUserCode(code)
    setError(undefined)
    if (user_code.length !== userCodeLength) {
      setError(t.short)
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      onFound(await calls.call(findDeviceSignIn, { user_code }))
    } catch (cause) {
      setError(wordsOf(cause))
      field.current?.focus()
    }
    setBusy(false)
  }

  return (
    <form onSubmit={find} className={styles.form} noValidate>
      <p className={styles.second}>{t.lead}</p>
      <TextField
        ref={field}
        label={t.code}
        help={t.help}
        error={error}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        onBlur={() => normalizeUserCode(code).length === userCodeLength && setCode(showUserCode(normalizeUserCode(code)))}
        maxLength={40}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        className={own.code ?? ''}
      />
      <Button kind="primary" type="submit" wide busy={busy}>
        {t.go}
      </Button>
    </form>
  )
}

interface QuestionProps extends DeviceCodeProps {
  machine: Machine
  onAnswered(approved: boolean): void
  onAnother(): void
}

function Question({ machine, calls, email, onAnswered, onAnother }: QuestionProps) {
  const t = useStore(messages)
  const settled = useSettled()
  const [busy, setBusy] = useState<'approve' | 'refuse'>()
  const [trouble, setTrouble] = useState<string>()
  const { name, type, address, created, user_code } = machine

  async function answer(approve: boolean) {
    setBusy(approve ? 'approve' : 'refuse')
    setTrouble(undefined)
    try {
      await calls.call(answerDeviceSignIn, { user_code, approve })
      onAnswered(approve)
    } catch (cause) {
      setTrouble(wordsOf(cause))
      setBusy(undefined)
    }
  }

  return (
    <>
      <div className={own.machine}>
        <MonitorSmartphone size={24} aria-hidden="true" />
        <dl>
          <dt>{t.name}</dt>
          <dd dir="auto">{beginningOf(name)}</dd>
          {type && (
            <>
              <dt>{t.type}</dt>
              <dd>{type}</dd>
            </>
          )}
          <dt>{t.address}</dt>
          <dd dir="ltr">{address}</dd>
          <dt>{t.asked}</dt>
          <dd>{new Date(created * 1_000).toLocaleTimeString(undefined, { timeStyle: 'short' })}</dd>
        </dl>
      </div>
      <p className={own.warning}>
        <CircleAlert size={18} aria-hidden="true" />
        {t.warning}
      </p>
      <p className={styles.second}>{t.account({ email })}</p>
      {trouble && (
        <div role="alert" className={styles.alert}>
          {trouble}
        </div>
      )}
      <div className={own.answers}>
        <Button
          kind="primary"
          busy={busy === 'approve'}
          unavailable={!settled || busy === 'refuse'}
          onClick={() => void answer(true)}
        >
          {busy === 'approve' ? t.connecting : t.connect}
        </Button>
        <Button busy={busy === 'refuse'} unavailable={busy === 'approve'} onClick={() => void answer(false)}>
          {t.refuse}
        </Button>
        {trouble && (
          <Button kind="quiet" onClick={onAnother}>
            {t.another}
          </Button>
        )}
      </div>
    </>
  )
}

/** The message for a failed call. An expired session leads to the sign-in instead. */
function wordsOf(cause: unknown): string {
  if (!(cause instanceof Refusal)) throw cause
  return cause.code === 'not_found' ? messages.get().unknown : cause.message
}
