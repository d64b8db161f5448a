// Draws `#sms/{device}/new`, the screen that writes an SMS to new recipients.

import { useStore } from '@nanostores/react'
import type { FileSource } from '@waypost/client'
import { type Device, isBlank } from '@waypost/protocol'
import { useRef, useState } from 'react'
import { PaneHeader } from '../../page/shell/PaneHeader.tsx'
import { PaneTitle } from '../../page/shell/PaneTitle.tsx'
import { open, smsItem } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { useDraft } from '../../session/draft.ts'
import { smsOf } from '../../session/session-sms.ts'
import { FileDrop } from '../../ui/inputs/FileDrop.tsx'
import { i18n } from '../../ui/language.ts'
import { picturesFor } from '../attach.ts'
import { phoneName } from '../DeviceSwitch.tsx'
import { KeyStrip, QuotaStrip, Stale, smsNotices, Unlock } from '../Notices.tsx'
import { SmsForm } from '../SmsForm.tsx'
import { sendSms } from '../sending.ts'
import styles from './NewMessage.module.css'
import { RecipientPicker } from './RecipientPicker.tsx'
import { byNumber, looksLikeNumber, type Recipient } from './recipients.ts'

const messages = i18n('new-message', {
  text: 'Text message',
  noRecipient: 'No recipient.',
})

/** `#sms/{device}/new`: an SMS to people of the phone book, or to any number. */
export function NewMessage({ phone }: { phone: Device }) {
  const t = useStore(messages)
  const n = useStore(smsNotices)
  const session = useSession()
  const texts = smsOf(session)
  const { iden } = phone
  const item = smsItem(iden, 'new')
  const pane = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [picked, setPicked] = useState<readonly Recipient[]>([])
  const [typed, setTyped] = useState('')
  const [text, write] = useDraft(`sms_${item}`)
  const [error, setError] = useState<string>()
  const book = useStore(texts.phonebook(iden))

  /** The recipients; without any, the field shows an error and gets the focus. */
  function recipients(): readonly Recipient[] | undefined {
    const all = looksLikeNumber(typed) && (phone.has_mms || picked.length === 0) ? [...picked, byNumber(typed)] : picked
    if (all.length > 0) return all
    setError(t.noRecipient)
    pane.current?.querySelector('input')?.focus()
    return undefined
  }

  async function send(message: string, pictures: readonly FileSource[] = []) {
    if (isBlank(message) && pictures.length === 0) return
    const to = recipients()
    if (!to) return
    const addresses = to.map(({ address }) => address)
    const parts = pictures.length > 0 ? pictures.map((picture) => ({ message: '', picture })) : [{ message }]
    for (const part of parts) if (!(await sendSms(session, { phone, addresses, ...part }))) return
    if (message !== '') write('')
    open('sms', smsItem(iden, texts.threadWith(iden, addresses)))
  }

  async function onFiles(files: readonly File[]) {
    const pictures = await picturesFor(phone, files)
    if (pictures.length > 0) await send('', pictures)
  }

  if (book.state === 'sealed') return <Unlock level="h1" device={iden} />
  return (
    <div ref={pane} className={styles.pane}>
      <PaneHeader section="sms">
        <PaneTitle page>{n.newMessage}</PaneTitle>
      </PaneHeader>
      <div className={styles.body}>
        <RecipientPicker
          phonebook={book.value}
          many={phone.has_mms === true}
          picked={picked}
          onPick={(next) => {
            setPicked(next)
            setError(undefined)
          }}
          text={typed}
          onText={(next) => {
            setTyped(next)
            setError(undefined)
          }}
          error={error}
          onFull={() => requestAnimationFrame(() => field.current?.focus())}
        />
        {book.state === 'failed' && <Stale refusal={book.refusal} onRetry={() => void texts.refresh(iden)} />}
      </div>
      <div>
        <QuotaStrip />
        <KeyStrip device={iden} />
        <SmsForm
          field={field}
          label={t.text}
          text={text}
          onText={write}
          onSend={() => void send(text)}
          onFiles={(files) => void onFiles(files)}
          countsFrom={0}
          first={false}
        />
        <FileDrop name={phoneName(phone)} onFiles={(files) => void onFiles(files)} />
      </div>
    </div>
  )
}
