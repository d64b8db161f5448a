// Compares the code of a phone being paired, then shows the permissions it still needs.

import { useStore } from '@nanostores/react'
import type { ReportedPhone } from '@waypost/protocol'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { inWords } from '../../format/names.ts'
import { hrefOf, smsItem } from '../../route.ts'
import { PhonePermissions } from '../../target/PhonePermissions.tsx'
import { batteryWords } from '../../target/phone-words.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { useSettled } from '../../ui/inputs/use-settled.ts'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import styles from './AndroidPhone.module.css'
import { pairPhone } from './en.ts'
import type { Looking } from './use-looking.ts'

const messages = i18n('pair-phone', pairPhone)

interface PairPhoneProps {
  looking: Looking
  /** The name that the phone shows for the companion. */
  companion: string
}

/** The code to compare, or the next step after it. */
export function PairPhone({ looking, companion }: PairPhoneProps) {
  const t = useStore(messages)
  const { added, phones, isLooking, answer } = looking
  const [note, setOwn] = useEnd(phones)
  const asking = isLooking ? phones.find(({ state }) => state === 'asked' || state === 'asking') : undefined
  if (added) return <Paired phone={added} companion={companion} />
  if (asking) return <Question key={asking.id + asking.code} phone={asking} onAnswer={answer} onOwn={setOwn} />
  return (
    <>
      {note && (
        <p role="alert" className={styles.note}>
          {note}
        </p>
      )}
      <p className={styles.second}>{t.later({ companion })}</p>
    </>
  )
}

/** How the latest pairing request ended, if it ended without a pairing, and a function that records a refusal made here. */
function useEnd(phones: readonly ReportedPhone[]): [string | undefined, (phone: string) => void] {
  const [note, setNote] = useState<string>()
  const before = useRef<readonly ReportedPhone[]>([])
  const own = useRef<string>(undefined)
  useEffect(() => {
    const t = messages.get()
    for (const { id, name: whole, state } of before.current) {
      const now = phones.find((phone) => phone.id === id)?.state
      if ((state !== 'asked' && state !== 'asking') || now === state || now === 'paired') continue
      const name = inWords(whole)
      setNote(own.current === id ? t.refused({ name }) : state === 'asked' ? t.asksNoMore({ name }) : t.notAnswered({ name }))
      own.current = undefined
    }
    if (phones.some(({ state }) => state === 'asked' || state === 'asking')) setNote(undefined)
    before.current = phones
  }, [phones])
  const noteOwn = (phone: string) => {
    own.current = phone
  }
  return [note, noteOwn]
}

interface QuestionProps {
  phone: ReportedPhone
  onAnswer: Looking['answer']
  /** Called before a refusal made here. */
  onOwn: (phone: string) => void
}

/** Accept and Refuse are there if the phone initiated the pairing. */
function Question({ phone: { id, name: whole, state, code = '' }, onAnswer, onOwn }: QuestionProps) {
  const t = useStore(messages)
  const settled = useSettled()
  const [busy, setBusy] = useState<'accept' | 'refuse'>()
  const heading = useRef<HTMLHeadingElement>(null)
  const name = inWords(whole)
  const asks = state === 'asked'
  useEffect(() => heading.current?.focus(), [])

  async function answer(action: 'accept' | 'refuse') {
    if (action === 'refuse') onOwn(id)
    setBusy(action)
    await onAnswer(action, id)
    setBusy(undefined)
  }

  return (
    <div className={styles.question}>
      <h4 ref={heading} tabIndex={-1}>
        {asks ? t.asks({ name }) : t.isAsked({ name })}
      </h4>
      <p className="hidden-words">{t.code({ code: [...code].join(' ') })}</p>
      <p className={styles.digits} aria-hidden="true" dir="ltr" data-code="">
        <span>{code.slice(0, 4)}</span>
        <span>{code.slice(4)}</span>
      </p>
      <p>
        <strong>{t.same}</strong> {asks ? t.warning : t.acceptThere}
      </p>
      <Row gap={2} align="start" wrap>
        {asks && (
          <Button
            kind="primary"
            busy={busy === 'accept'}
            unavailable={!settled || busy === 'refuse'}
            onClick={() => void answer('accept')}
          >
            {t.accept}
          </Button>
        )}
        <Button busy={busy === 'refuse'} unavailable={busy === 'accept'} onClick={() => void answer('refuse')}>
          {asks ? t.refuse : t.cancel}
        </Button>
      </Row>
    </div>
  )
}

function Paired({ phone, companion }: { phone: ReportedPhone; companion: string }) {
  const t = useStore(messages)
  const heading = useRef<HTMLHeadingElement>(null)
  const name = inWords(phone.name)
  const { device_iden: device, is_connected, permitted } = phone
  const battery = batteryWords(phone)
  useEffect(() => {
    heading.current?.focus()
    say(messages.get().paired({ name }))
  }, [name])
  return (
    <div className={styles.paired}>
      <h4 ref={heading} tabIndex={-1}>
        <Check size={20} aria-hidden="true" />
        {t.paired({ name })}
      </h4>
      <p className={styles.second}>
        {battery && t.charge({ battery })} {t.permit}
      </p>
      {is_connected ? (
        <PhonePermissions permitted={permitted} companion={inWords(companion)} />
      ) : (
        <p role="status" className={styles.note}>
          {t.away({ name })}
        </p>
      )}
      <p className={styles.second}>{t.battery}</p>
      {device === undefined ? (
        <Spinner label={t.registering} visibleLabel />
      ) : (
        <Row gap={2} align="start" wrap>
          <ButtonLink kind="primary" href={hrefOf('devices', device)}>
            {t.done}
          </ButtonLink>
          {permitted?.texts && <ButtonLink href={hrefOf('sms', smsItem(device))}>{t.texts}</ButtonLink>}
        </Row>
      )}
    </div>
  )
}
