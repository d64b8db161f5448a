// Asks on the computer whether the phone that has read the QR code may sign in.

import { useStore } from '@nanostores/react'
import { Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { nameOfPlace } from '../../format/place.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { useSettled } from '../../ui/inputs/use-settled.ts'
import { i18n, params } from '../../ui/language.ts'
import { Trouble } from '../Trouble.tsx'
import styles from './SignInPhone.module.css'
import { type Phone, wordsOf } from './use-phone-sign-in.ts'

const messages = i18n('phone-question', {
  asks: params('A phone ({phone}) wants to sign in to your account'),
  unknown: 'unknown browser',
  same: params('Your phone shows the number {number}.'),
  warning: 'Allow it only if this is the number on the phone in your hand. It gets access to your whole account.',
  from: params('Its network address is {address}.'),
  allow: 'Allow',
  deny: 'Deny',
})

interface PhoneQuestionProps {
  phone: Phone
  /** @throws Refusal */
  onAnswer: (approve: boolean) => Promise<void>
}

/** The phone that asks, with its number, Allow and Deny. */
export function PhoneQuestion({ phone, onAnswer }: PhoneQuestionProps) {
  const t = useStore(messages)
  const settled = useSettled()
  const [busy, setBusy] = useState<'allow' | 'deny'>()
  const [trouble, setTrouble] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { name = t.unknown, place, number = '', address } = phone
  useEffect(() => heading.current?.focus(), [])

  async function answer(approve: boolean) {
    setTrouble(undefined)
    setBusy(approve ? 'allow' : 'deny')
    try {
      await onAnswer(approve)
    } catch (error) {
      setTrouble(wordsOf(error))
      setBusy(undefined)
    }
  }

  return (
    <section className={styles.question} role="alert">
      <h2 ref={heading} tabIndex={-1}>
        <Smartphone size={24} aria-hidden="true" />
        {t.asks({ phone: [name, place && nameOfPlace(place)].filter(Boolean).join(', ') })}
      </h2>
      <p className={styles.number} aria-hidden="true">
        {number}
      </p>
      <p>
        <strong>{t.same({ number })}</strong> {t.warning}
      </p>
      {address && <p className={styles.second}>{t.from({ address })}</p>}
      {trouble && <Trouble text={trouble} />}
      <div className={styles.answers}>
        <Button
          kind="primary"
          busy={busy === 'allow'}
          unavailable={!settled || busy === 'deny'}
          onClick={() => void answer(true)}
        >
          {t.allow}
        </Button>
        <Button busy={busy === 'deny'} unavailable={busy === 'allow'} onClick={() => void answer(false)}>
          {t.deny}
        </Button>
      </div>
    </section>
  )
}
