// Draws the field that picks the recipients of an SMS.

import { useStore } from '@nanostores/react'
import type { Suggestion } from '@waypost/client'
import { bareAddress } from '@waypost/client/sms/address'
import type { PhonebookEntry } from '@waypost/protocol'
import { AtSign, Phone } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { $touch } from '../../browser/media.ts'
import { Marked } from '../../format/Marked.tsx'
import { useSession } from '../../session/context.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Chip, Chips } from '../../ui/inputs/Chip.tsx'
import { Combobox } from '../../ui/inputs/Combobox.tsx'
import { i18n, params } from '../../ui/language.ts'
import styles from './RecipientPicker.module.css'
import { byNumber, findRecipients, looksLikeNumber, type Recipient } from './recipients.ts'

const messages = i18n('recipient-picker', {
  to: 'To',
  help: 'A name from the phone book, or a number',
  picked: 'Recipients',
  remove: params('Remove {name}'),
  one: 'This phone sends to one person at a time.',
})

interface RecipientPickerProps {
  phonebook: readonly PhonebookEntry[]
  /** The phone can send to groups and to email addresses. */
  many: boolean
  picked: readonly Recipient[]
  onPick: (picked: readonly Recipient[]) => void
  /** The typed text that is not a recipient yet. */
  text: string
  onText: (text: string) => void
  error: string | undefined
  /** Called when the only possible recipient was picked, to focus the message. */
  onFull: () => void
}

/** The recipients as chips, and a field that finds more. Enter, comma or semicolon pick a typed number. */
export function RecipientPicker(props: RecipientPickerProps) {
  const { phonebook, many, picked, onPick, text, onText, error, onFull } = props
  const t = useStore(messages)
  const people = usePeople(text, many)
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
    // The field can be focused only after it is rendered again.
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
        help={full ? t.one : t.help}
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

/** People of the account that match the typed text; none if the phone cannot send to email addresses. */
function usePeople(text: string, wanted: boolean): readonly Suggestion[] {
  const session = useSession()
  const [picker] = useState(() => session.people.picker())
  const { query, suggestions } = useStore(picker.$found)
  const asked = wanted && !looksLikeNumber(text) ? text : ''
  useEffect(() => picker.ask(asked), [picker, asked])
  return query === asked ? suggestions : []
}
