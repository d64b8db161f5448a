import { useStore } from '@nanostores/react'
import type { FileSource, Suggestion } from '@waypost/client'
import { peopleOf } from '@waypost/client/conversations/people'
import { canTextMany } from '@waypost/client/sms'
import { bareAddress } from '@waypost/client/sms/address'
import { type Device, isBlank, isGatewayPhone, type PhonebookEntry } from '@waypost/protocol'
import { AtSign, Phone } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { $touch } from '../../browser/media.ts'
import { Marked } from '../../format/Marked.tsx'
import paneStyles from '../../page/shell/Pane.module.css'
import { PaneHeader, PaneTitle } from '../../page/shell/PaneHeader.tsx'
import { open, smsItem } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { useDraft } from '../../session/draft.ts'
import { smsOf } from '../../session/session-sms.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Chip, Chips } from '../../ui/inputs/Chip.tsx'
import { Combobox } from '../../ui/inputs/Combobox.tsx'
import { FileDrop } from '../../ui/inputs/FileDrop.tsx'
import { i18n } from '../../ui/language.ts'
import { phoneName } from '../DeviceSwitch.tsx'
import { SmsForm } from '../SmsForm.tsx'
import { SeparateNote, Stale, Strips, smsWords, Unlock } from '../SmsStates.tsx'
import { sendSms } from '../sending.ts'
import { useChosenPictures } from '../use-chosen-pictures.tsx'
import { newMessageWords, recipientPicker } from './en.ts'
import styles from './NewMessage.module.css'
import { byNumber, findRecipients, looksLikeNumber, type Recipient } from './recipients.ts'

const messages = i18n('new-message', newMessageWords)

/** `#sms/{device}/new`: an SMS to people of the phone book, or to any number. */
export function NewMessage({ phone }: { phone: Device }) {
  const t = useStore(messages)
  const n = useStore(smsWords)
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
  const count = picked.length + (looksLikeNumber(typed) ? 1 : 0)

  /** Without any, the field shows an error and gets the focus. */
  function recipients(): readonly Recipient[] | undefined {
    const all = looksLikeNumber(typed) && (canTextMany(phone) || picked.length === 0) ? [...picked, byNumber(typed)] : picked
    if (all.length > 0) return all
    setError(t.noRecipient)
    pane.current?.querySelector('input')?.focus()
    return undefined
  }

  /** The text goes with the first picture. @returns whether all were sent */
  async function send(message: string, pictures: readonly FileSource[] = []): Promise<boolean> {
    if (isBlank(message) && pictures.length === 0) return false
    const to = recipients()
    if (!to) return false
    const addresses = to.map(({ address }) => address)
    const parts =
      pictures.length > 0 ? pictures.map((picture, at) => ({ message: at === 0 ? message : '', picture })) : [{ message }]
    for (const part of parts) if (!(await sendSms(session, { phone, addresses, ...part }))) return false
    if (message !== '') write((now) => (now === text ? '' : now))
    open('sms', smsItem(iden, texts.threadWith(iden, addresses)))
    return true
  }

  const named = [...picked.map(({ name }) => name), ...(looksLikeNumber(typed) ? [typed.trim()] : [])].join(', ')
  const hasReceivers = () => recipients() !== undefined
  const pictures = useChosenPictures({ phone, name: named, text, onText: write, hasReceivers, onSend: send })

  if (book.state === 'sealed') return <Unlock level="h1" device={iden} />
  return (
    <div ref={pane} className={paneStyles.headed}>
      <PaneHeader section="sms">
        <PaneTitle page>{n.newMessage}</PaneTitle>
      </PaneHeader>
      <div className={styles.body}>
        <RecipientPicker
          phonebook={book.value}
          many={canTextMany(phone)}
          withEmail={phone.has_mms === true}
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
        {book.state === 'failed' && !isGatewayPhone(phone) && (
          <Stale refusal={book.refusal} onRetry={() => void texts.refresh(iden)} />
        )}
      </div>
      <div>
        <Strips phone={phone} recipients={count} />
        <SeparateNote phone={phone} recipients={count} />
        <SmsForm
          field={field}
          label={t.text}
          text={text}
          onText={write}
          onSend={() => void send(text)}
          onFiles={isGatewayPhone(phone) ? undefined : pictures.onFiles}
          countsFrom={0}
          first={false}
        />
        <FileDrop name={phoneName(phone)} onFiles={pictures.onFiles} />
        {pictures.dialog}
      </div>
    </div>
  )
}

const pickerMessages = i18n('recipient-picker', recipientPicker)

interface RecipientPickerProps {
  phonebook: readonly PhonebookEntry[]
  /** Whether the phone can send to several people. */
  many: boolean
  withEmail: boolean
  picked: readonly Recipient[]
  onPick: (picked: readonly Recipient[]) => void
  /** The typed text that is not a recipient yet. */
  text: string
  onText: (text: string) => void
  error: string | undefined
  /** Called when the only possible recipient has been picked, to focus the message. */
  onFull: () => void
}

/** Enter, comma or semicolon pick a typed number. */
function RecipientPicker(props: RecipientPickerProps) {
  const { phonebook, many, withEmail, picked, onPick, text, onText, error, onFull } = props
  const t = useStore(pickerMessages)
  const people = usePeople(text, withEmail)
  const [focus] = useState(() => !$touch.get())
  const input = useRef<HTMLInputElement>(null)
  const chips = useRef<HTMLUListElement>(null)
  const full = !many && picked.length > 0

  function pick(recipient: Recipient) {
    onPick([...picked, recipient])
    onText('')
    if (many) input.current?.focus()
    else onFull()
  }

  function remove(index: number) {
    onPick(picked.filter((_, each) => each !== index))
    // The field can only be focused once it has been re-rendered.
    if (full) requestAnimationFrame(() => input.current?.focus())
    else input.current?.focus()
  }

  function onKey(event: KeyboardEvent) {
    const { key } = event
    if ((key === 'Enter' || key === ',' || key === ';') && looksLikeNumber(text)) {
      event.preventDefault()
      pick(byNumber(text))
    } else if (key === 'Enter') {
      event.preventDefault()
      if (text === '' && picked.length > 0) onFull()
    } else if (key === 'Backspace' && text === '' && picked.length > 0) {
      event.preventDefault()
      ;[...(chips.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    }
  }

  return (
    <div className={styles.picker}>
      <Chips ref={chips} heading={t.to} label={t.picked}>
        {picked.length > 0 &&
          picked.map((recipient, index) => (
            <Chip
              key={recipient.key}
              picture={<RecipientAvatar recipient={recipient} size={28} />}
              removeLabel={t.remove({ name: recipient.name })}
              onRemove={() => remove(index)}
            >
              {recipient.name}
            </Chip>
          ))}
      </Chips>
      <Combobox
        ref={input}
        label={t.to}
        hideLabel
        help={full ? t.one : many && !withEmail ? t.numbers : t.help}
        error={error}
        text={text}
        onText={onText}
        options={findRecipients(text, phonebook, people, picked)}
        draw={drawRecipient}
        onPick={pick}
        onKey={onKey}
        focus={focus}
        disabled={full}
        enterKeyHint="next"
      />
    </div>
  )
}

function drawRecipient(recipient: Recipient) {
  return {
    picture: <RecipientAvatar recipient={recipient} />,
    name: <Marked text={recipient.name} range={recipient.inName} />,
    line: recipient.line,
  }
}

function RecipientAvatar({ recipient, size = 40 }: { recipient: Recipient; size?: 28 | 40 }) {
  const { name, address, image_url } = recipient
  const glyph = name === address ? address.includes('@') ? <AtSign /> : <Phone /> : undefined
  return <Avatar name={name.slice(0, 200)} seed={bareAddress(address)} image={image_url} {...(glyph && { glyph })} size={size} />
}

/** None if the phone cannot send to email addresses. */
function usePeople(text: string, wanted: boolean): readonly Suggestion[] {
  const session = useSession()
  const [picker] = useState(() => peopleOf(session).picker())
  const { query, suggestions } = useStore(picker.$found)
  const asked = wanted && !looksLikeNumber(text) ? text : ''
  useEffect(() => picker.ask(asked), [picker, asked])
  return query === asked ? suggestions : []
}
