import { useStore } from '@nanostores/react'
import type { Suggestion } from '@waypost/client'
import type { PhonebookEntry } from '@waypost/protocol'
import { AtSign, Phone } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { $touch, secureImage } from '../browser.ts'
import { useClient } from '../target/client.ts'
import { Marked } from '../target/Marked.tsx'
import pickerStyles from '../target/PersonPicker.module.css'
import { Avatar } from '../ui/Avatar.tsx'
import { say } from '../ui/announce.ts'
import { Chip } from '../ui/Chip.tsx'
import { count, i18n, params } from '../ui/language.ts'
import { TextField } from '../ui/TextField.tsx'
import styles from './RecipientPicker.module.css'
import { byNumber, findRecipients, looksLikeNumber, type Recipient } from './recipients.ts'

const messages = i18n('recipient-picker', {
  to: 'To',
  help: 'A name from the phone book, or a number',
  suggestions: 'Suggestions',
  picked: 'Recipients',
  remove: params('Remove {name}'),
  one: 'This phone sends to one person at a time.',
  results: count({ one: '{count} result', other: '{count} results' }),
})

/** How long the list stays after the field was left, and after what time the field has the focus, in milliseconds. */
const closesAfter = 300
const focusAfter = 30
/** How long somebody must not type before the number of results is spoken, in milliseconds. */
const speakAfter = 700

interface RecipientPickerProps {
  phonebook: readonly PhonebookEntry[]
  /** The phone can write to several people, and to addresses of mail. */
  many: boolean
  picked: readonly Recipient[]
  onPick: (picked: readonly Recipient[]) => void
  /** What is typed and not picked. */
  text: string
  onText: (text: string) => void
  error: string | undefined
  /** Somebody was picked who is the only one possible: on to the text. */
  onFull: () => void
}

/** Who gets a text: chips, and a field that finds more. ↑↓ choose, Enter or Tab picks what is chosen, else the first. */
export function RecipientPicker(props: RecipientPickerProps) {
  const { phonebook, many, picked, onPick, text, onText, error, onFull } = props
  const t = useStore(messages)
  const people = usePeople(text, many)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const chips = useRef<HTMLUListElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const full = !many && picked.length > 0
  const found = findRecipients(text, phonebook, people, picked)
  const shown = open && !full && found.length > 0
  const at = found.findIndex(({ key }) => key === chosen)
  useSpokenCount(shown ? found.length : undefined)

  useEffect(() => {
    if ($touch.get()) return
    const timer = setTimeout(() => input.current?.focus(), focusAfter)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => () => clearTimeout(closing.current), [])
  useEffect(() => {
    if (at !== -1) list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function pick(recipient: Recipient | undefined) {
    if (!recipient) return
    onPick([...picked, recipient])
    onText('')
    setChosen(undefined)
    if (many) input.current?.focus()
    else onFull()
  }

  function remove(index: number) {
    onPick(picked.filter((_, each) => each !== index))
    // A field that was full cannot have the focus before it is drawn anew.
    if (full) requestAnimationFrame(() => input.current?.focus())
    else input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (found.length > 0) setChosen(found[step(at, key === 'ArrowDown' ? 1 : -1, found.length)]?.key)
    } else if (shown && (key === 'Enter' || (key === 'Tab' && !event.shiftKey))) {
      event.preventDefault()
      pick(found[at] ?? found[0])
    } else if ((key === 'Enter' || key === ',' || key === ';') && looksLikeNumber(text)) {
      event.preventDefault()
      pick(byNumber(text))
    } else if (key === 'Enter') {
      event.preventDefault()
      if (text === '' && picked.length > 0) onFull()
    } else if (key === 'Backspace' && text === '' && picked.length > 0) {
      event.preventDefault()
      ;[...(chips.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    } else {
      setChosen(undefined)
      if (key !== 'Escape') return
      event.preventDefault()
      if (shown) setOpen(false)
      else if (text !== '') onText('')
      else input.current?.blur()
    }
  }

  return (
    <div className={styles.picker}>
      <span className={pickerStyles.label} aria-hidden="true">
        {t.to}
      </span>
      {picked.length > 0 && (
        <ul ref={chips} className={pickerStyles.chips} aria-label={t.picked}>
          {picked.map((recipient, index) => (
            <Chip
              key={recipient.key}
              picture={<RecipientAvatar recipient={recipient} size={28} />}
              removeLabel={t.remove({ name: recipient.name })}
              onRemove={() => remove(index)}
            >
              {recipient.name}
            </Chip>
          ))}
        </ul>
      )}
      <div className={pickerStyles.open}>
        <TextField
          ref={input}
          label={t.to}
          hideLabel
          help={full ? t.one : t.help}
          error={error}
          value={text}
          dir="auto"
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && at !== -1 ? `${id}-${at}` : undefined}
          disabled={full}
          enterKeyHint="next"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-first=""
          onChange={(event) => {
            onText(event.target.value)
            setChosen(undefined)
            setOpen(true)
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            clearTimeout(closing.current)
            setOpen(true)
          }}
          onBlur={() => {
            closing.current = setTimeout(() => setOpen(false), closesAfter)
          }}
        />
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={t.suggestions}
          hidden={!shown}
          className={`${pickerStyles.list} ${styles.list}`}
        >
          {shown &&
            found.map((recipient, index) => (
              <Option
                key={recipient.key}
                id={`${id}-${index}`}
                recipient={recipient}
                chosen={index === at}
                onPick={() => pick(recipient)}
              />
            ))}
        </div>
      </div>
    </div>
  )
}

interface OptionProps {
  id: string
  recipient: Recipient
  chosen: boolean
  onPick: () => void
}

function Option({ id, recipient, chosen, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={pickerStyles.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <RecipientAvatar recipient={recipient} />
      <span className={pickerStyles.words}>
        <span className={pickerStyles.name} dir="auto">
          <Marked text={recipient.name} range={recipient.inName} />
        </span>
        {recipient.line !== undefined && (
          <span className={pickerStyles.line} dir="auto">
            {recipient.line}
          </span>
        )}
      </span>
    </div>
  )
}

function RecipientAvatar({ recipient, size = 40 }: { recipient: Recipient; size?: 28 | 40 }) {
  const { name, address, image_url } = recipient
  const glyph = name === address ? address.includes('@') ? <AtSign /> : <Phone /> : undefined
  return <Avatar name={name.slice(0, 200)} seed={address} image={secureImage(image_url)} {...(glyph && { glyph })} size={size} />
}

/** Whom the account knows, by what is typed; nobody for a phone that cannot write to them. */
function usePeople(text: string, wanted: boolean): readonly Suggestion[] {
  const client = useClient()
  const [picker] = useState(() => client.people.picker())
  const { query, suggestions } = useStore(picker.$found)
  const asked = wanted && !looksLikeNumber(text) ? text : ''
  useEffect(() => picker.ask(asked), [picker, asked])
  return query === asked ? suggestions : []
}

/** The neighbour, around the ends. From nowhere it is the first, or the last. */
function step(at: number, by: 1 | -1, length: number): number {
  if (at === -1) return by === 1 ? 0 : length - 1
  return (at + by + length) % length
}

function useSpokenCount(found: number | undefined): void {
  useEffect(() => {
    if (found === undefined) return
    const timer = setTimeout(() => say(messages.get().results(found)), speakAfter)
    return () => clearTimeout(timer)
  }, [found])
}
