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
import { AppWindow, Check, CircleAlert, MonitorSmartphone, X } from 'lucide-react'
import { useState } from 'react'
import { extensionHere } from '../browser/system.ts'
import { beginningOf } from '../format/names.ts'
import { hourOf } from '../format/time.ts'
import { hrefOf, useQuery } from '../route.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { useSettled } from '../ui/inputs/use-settled.ts'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import styles from './Card.module.css'
import { Card, CardForm } from './Card.tsx'
import own from './DeviceCode.module.css'
import { deviceCode, deviceCodeBrowser, deviceCodeMachine } from './en.ts'
import { useFormTrouble } from './form-trouble.ts'

const messages = i18n('device-code', deviceCode)

const machineWords = i18n('device-code-machine', deviceCodeMachine)

const browserWords = i18n('device-code-browser', deviceCodeBrowser)

const browsers = {
  chrome: { name: 'Chrome, Edge or similar', extension: 'chromium' },
  firefox: { name: 'Firefox', extension: 'firefox' },
} as const
const browserOf = ({ type }: Machine) => (type === 'chrome' || type === 'firefox' ? browsers[type] : undefined)

function useWordsFor(machine: Machine) {
  const [ofMachine, ofBrowser] = [useStore(machineWords), useStore(browserWords)]
  const browser = browserOf(machine)
  if (!browser) return ofMachine
  const here = extensionHere() === browser.extension
  return here ? ofBrowser : { ...ofBrowser, warning: ofBrowser.elsewhere({ browser: browser.name }) }
}

type Machine = Gives<typeof findDeviceSignIn>
type Step = 'code' | { machine: Machine } | { machine: Machine; approved: boolean }

interface DeviceCodeProps {
  calls: Pick<Calls, 'call'>
  email: string
}

/** `/device?code=`: signs in a machine that shows a code, or the extension of a browser, after the user has seen what asks. */
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
  if ('approved' in step) return <Answered machine={machine} approved={step.approved} onAnother={() => setStep('code')} />
  return (
    <Question
      machine={machine}
      calls={calls}
      email={email}
      onAnswered={(approved) => setStep({ machine, approved })}
      onAnother={() => setStep('code')}
    />
  )
}

interface AnsweredProps {
  machine: Machine
  approved: boolean
  onAnother(): void
}

function Answered({ machine, approved, onAnother }: AnsweredProps) {
  const t = useStore(messages)
  const words = useWordsFor(machine)
  return (
    <Card title={approved ? t.connected : t.refused}>
      <Row role="status" as="p" gap={2} align="stretch" className={own.outcome}>
        {approved ? <Check size={20} aria-hidden="true" /> : <X size={20} aria-hidden="true" />}
        {(approved ? words.connected : t.refusedWords)({ name: beginningOf(machine.name) })}
      </Row>
      <Row gap={2} align="stretch" wrap>
        {approved && (
          <ButtonLink kind="primary" href={`/${hrefOf('devices')}`}>
            {t.devices}
          </ButtonLink>
        )}
        <Button onClick={onAnother}>{t.another}</Button>
      </Row>
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
  const trouble = useFormTrouble(['code'])

  function find() {
    const user_code = normalizeUserCode(code)
    if (user_code.length !== userCodeLength) return trouble.fail({ field: 'code', text: t.short })
    return trouble.run(
      async () => onFound(await calls.call(findDeviceSignIn, { user_code })),
      (error) => trouble.fail({ field: 'code', text: wordsOf(error, t.unknown) }),
    )
  }

  return (
    <CardForm trouble={trouble} label={t.go} onSubmit={find}>
      <p className={styles.second}>{given ? t.given : t.lead}</p>
      <TextField
        name="code"
        label={t.code}
        help={t.help}
        error={trouble.errorOf('code')}
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
    </CardForm>
  )
}

interface QuestionProps extends DeviceCodeProps {
  machine: Machine
  onAnswered(approved: boolean): void
  onAnother(): void
}

function Question({ machine, calls, email, onAnswered, onAnother }: QuestionProps) {
  const t = useStore(messages)
  const words = useWordsFor(machine)
  const settled = useSettled()
  const [busy, setBusy] = useState<'approve' | 'refuse'>()
  const [trouble, setTrouble] = useState<string>()
  const { name, type, address, created, user_code } = machine
  const browser = browserOf(machine)

  async function answer(approve: boolean) {
    setBusy(approve ? 'approve' : 'refuse')
    setTrouble(undefined)
    try {
      await calls.call(answerDeviceSignIn, { user_code, approve })
      onAnswered(approve)
    } catch (cause) {
      setTrouble(wordsOf(cause, words.ended))
      setBusy(undefined)
    }
  }

  return (
    <Card title={words.found}>
      <div className={own.machine}>
        {browser ? <AppWindow size={24} aria-hidden="true" /> : <MonitorSmartphone size={24} aria-hidden="true" />}
        <dl>
          <dt>{t.name}</dt>
          <dd dir="auto">{beginningOf(name)}</dd>
          {type && (
            <>
              <dt>{words.type}</dt>
              <dd>{browser?.name ?? type}</dd>
            </>
          )}
          <dt>{t.address}</dt>
          <dd dir="ltr">{address}</dd>
          <dt>{t.asked}</dt>
          <dd>{hourOf(created * 1_000)}</dd>
        </dl>
      </div>
      <p className={own.warning}>
        <CircleAlert size={18} aria-hidden="true" />
        {words.warning}
      </p>
      <p className={styles.second}>{t.account({ email })}</p>
      {trouble && (
        <div role="alert" className={styles.alert}>
          {trouble}
        </div>
      )}
      <Row gap={2} align="stretch" wrap>
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
      </Row>
    </Card>
  )
}

/** An expired session leads to the sign-in instead. */
function wordsOf(cause: unknown, unknown: string): string {
  if (!(cause instanceof Refusal)) throw cause
  return cause.code === 'not_found' ? unknown : cause.message
}
