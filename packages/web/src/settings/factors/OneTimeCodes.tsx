import { useStore } from '@nanostores/react'
import { confirmCodes, createRecoveryCodes, deleteCodes, type Gives, startCodes } from '@waypost/protocol'
import { Check, Copy, Download, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { saveText } from '../../browser/files/save-text.ts'
import { hostname } from '../../browser/location.ts'
import { shortDay } from '../../format/time.ts'
import { ActButton } from '../../page/topics/ActButton.tsx'
import { Loading } from '../../page/topics/Loading.tsx'
import { Secret } from '../../page/topics/Secret.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { TopicForm } from '../../page/topics/TopicForm.tsx'
import { attempt } from '../../page/topics/use-loaded.ts'
import { useSession } from '../../session/context.ts'
import { CodeField } from '../../sign-in/codes/CodeField.tsx'
import { typedIn, useFormTrouble } from '../../sign-in/form-trouble.ts'
import type { Factors, FactorsProps } from '../../sign-in/use-factors.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { oneTimeCodes, recoveryCodesWords, setUpCodes } from './en.ts'
import own from './OneTimeCodes.module.css'

/** With this many or fewer left, the user is warned. */
const fewRecoveryCodes = 3

const messages = i18n('one-time-codes', oneTimeCodes)

type Codes = NonNullable<Factors['codes']>

/** Sets up one-time codes, creates new recovery codes, and switches them off. */
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
            <Row gap={2} wrap className={topic.actions}>
              <Button busy={busy} onClick={() => void start()}>
                {t.setUp}
              </Button>
            </Row>
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
  const [busy, setBusy] = useState(false)
  const left = codes.recovery_codes
  const few = left <= fewRecoveryCodes
  const date = shortDay(codes.created * 1_000)

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
      <Row as="p" gap={2} className={own.state}>
        <ShieldCheck size={20} aria-hidden="true" />
        {t.on({ date })}
      </Row>
      {few ? (
        <p className={own.few}>
          <ShieldAlert size={20} aria-hidden="true" />
          {left === 0 ? t.none : t.few(left)}
        </p>
      ) : (
        <p className={topic.lead}>{t.left(left)}</p>
      )}
      <Row gap={2} wrap className={topic.actions}>
        <Button kind={few ? 'primary' : 'secondary'} busy={busy} onClick={() => void renew()}>
          {t.renew}
        </Button>
        <ActButton
          label={t.off}
          kind="quiet"
          words={{ object: t.offThis, busy: t.switchingOff }}
          onConfirm={async () => {
            if (!(await attempt(() => session.call(deleteCodes, {}), t.notOff))) return
            say(t.switchedOff)
            onOff()
          }}
        />
      </Row>
    </>
  )
}

const QrCode = lazily(() => import('../../ui/QrCode.tsx').then((module) => module.QrCode))

const setUpWords = i18n('set-up-codes', setUpCodes)

type SetUpCodesProps = Gives<typeof startCodes> & {
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

function SetUpCodes({ secret, uri, onConfirmed, onCancel }: SetUpCodesProps) {
  const t = useStore(setUpWords)
  const session = useSession()
  const trouble = useFormTrouble(['code'], true)

  function submit(values: FormData) {
    const code = typedIn(values, 'code').trim()
    if (!code) return trouble.fail({ field: 'code', text: t.missing })
    void trouble.run(async () => onConfirmed((await session.call(confirmCodes, { code })).recovery_codes))
  }

  return (
    <Stack gap={3}>
      <p className={topic.lead}>{t.scan}</p>
      <div className={own.picture}>
        <Suspense>
          <QrCode text={uri} label={t.picture} />
        </Suspense>
      </div>
      <p className={topic.lead}>{t.type}</p>
      <Secret text={secret} copy={t.copy}>
        <output name="secret">
          <code dir="ltr">{inGroups(secret)}</code>
        </output>
      </Secret>
      <TopicForm
        ref={trouble.form}
        label={t.confirm}
        busy={trouble.busy}
        trouble={trouble.general}
        onCancel={onCancel}
        onSubmit={submit}
      >
        <p className={topic.lead}>{t.next}</p>
        <CodeField appOnly error={trouble.errorOf('code')} />
      </TopicForm>
    </Stack>
  )
}

/** Groups of four letters, which are easier to type. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

const recoveryWords = i18n('recovery-codes', recoveryCodesWords)

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useStore(recoveryWords)
  const email = useStore(useSession().$account)?.email ?? ''
  const [copied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = [t.heading({ email, host: hostname() }), '', ...codes, ''].join('\n')
  return (
    <Stack gap={3}>
      <h3 ref={heading} tabIndex={-1} className={own.heading}>
        {t.title}
      </h3>
      <p className={topic.lead}>{t.lead}</p>
      <ul className={own.codes} aria-label={t.title}>
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ul>
      <Row gap={2} wrap className={topic.actions}>
        <Button
          icon={copied ? <Check size={20} aria-hidden="true" /> : <Copy size={20} aria-hidden="true" />}
          onClick={async () => setCopied(await copyText(text))}
        >
          {copied ? t.copied : t.copy}
        </Button>
        <Button
          icon={<Download size={20} aria-hidden="true" />}
          onClick={() => saveText(`waypost-recovery-codes-${hostname()}.txt`, text)}
        >
          {t.save}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t.done}
        </Button>
      </Row>
    </Stack>
  )
}
