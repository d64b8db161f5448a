import { useStore } from '@nanostores/react'
import type { Suggestion } from '@waypost/client'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { $touch } from '../browser.ts'
import { say } from '../ui/announce.ts'
import { Chip } from '../ui/Chip.tsx'
import { count, i18n, params } from '../ui/language.ts'
import { TextField } from '../ui/TextField.tsx'
import { useClient } from './client.ts'
import { beginningOf } from './name.ts'
import { PersonAvatar, PersonOption } from './PersonOption.tsx'
import styles from './PersonPicker.module.css'

const messages = i18n('person-picker', {
  suggestions: 'Suggestions',
  picked: 'Chosen',
  remove: params('Remove {name}'),
  results: count({ one: '{count} result', other: '{count} results' }),
})

/** How long the list stays after the field was left, and after what time the field has the focus, in milliseconds. */
const closesAfter = 300
const focusAfter = 30
/** How long somebody must not type before the number of results is spoken, in milliseconds. */
const speakAfter = 700

interface PersonPickerProps {
  label: string
  /** Whom was picked; then the field is closed and shows a chip. */
  picked: Suggestion | undefined
  onPick: (person: Suggestion | undefined) => void
  /** What is typed, when nobody is picked. */
  text: string
  onText: (text: string) => void
  error?: string | undefined
  /** Also offers what reads like a telephone number. */
  phones?: boolean
}

/** Finds a person by name or address. ↑↓ choose, Enter or Tab picks what is chosen, else the first; any other key chooses nothing. */
export function PersonPicker({ label, picked, onPick, text, onText, error, phones = false }: PersonPickerProps) {
  const t = useStore(messages)
  const reopened = useRef(false)
  if (!picked)
    return (
      <OpenPicker
        label={label}
        text={text}
        onText={onText}
        onPick={onPick}
        error={error}
        phones={phones}
        // With a finger a keyboard slides in; it does so only for somebody who has just pressed here.
        focus={reopened.current || !$touch.get()}
      />
    )
  return (
    <div className={styles.closed}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <ul className={styles.chips} aria-label={t.picked}>
        <Chip
          picture={<PersonAvatar person={picked} size={28} />}
          removeLabel={t.remove({ name: beginningOf(picked.name) })}
          onRemove={() => {
            reopened.current = true
            onPick(undefined)
          }}
        >
          {beginningOf(picked.name)}
        </Chip>
      </ul>
    </div>
  )
}

type OpenPickerProps = Omit<PersonPickerProps, 'picked'> & { focus: boolean }

function OpenPicker({ label, text, onText, onPick, error, phones = false, focus }: OpenPickerProps) {
  const t = useStore(messages)
  const client = useClient()
  const [picker] = useState(() => client.people.picker({ phones }))
  const { suggestions, looking } = useStore(picker.$found)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const shown = open && text.trim() !== '' && suggestions.length > 0
  const at = suggestions.findIndex(({ key }) => key === chosen)
  useSpokenCount(shown && !looking ? suggestions.length : undefined)

  useEffect(() => {
    if (!focus) return
    const timer = setTimeout(() => input.current?.focus(), focusAfter)
    return () => clearTimeout(timer)
  }, [focus])
  useEffect(() => () => clearTimeout(closing.current), [])
  useEffect(() => {
    if (at !== -1) list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (suggestions.length > 0) setChosen(suggestions[step(at, key === 'ArrowDown' ? 1 : -1, suggestions.length)]?.key)
      return
    }
    if (shown && (key === 'Enter' || (key === 'Tab' && !event.shiftKey))) {
      event.preventDefault()
      onPick(suggestions[at] ?? suggestions[0])
      return
    }
    setChosen(undefined)
    if (key !== 'Escape') return
    event.preventDefault()
    if (shown) setOpen(false)
    else if (text !== '') write('')
    else input.current?.blur()
  }

  function write(next: string) {
    onText(next)
    picker.ask(next)
    setChosen(undefined)
    setOpen(true)
  }

  return (
    <div className={styles.open}>
      <TextField
        ref={input}
        label={label}
        error={error}
        value={text}
        dir="auto"
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && at !== -1 ? `${id}-${at}` : undefined}
        inputMode="email"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-first=""
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => {
          clearTimeout(closing.current)
          setOpen(true)
        }}
        onBlur={() => {
          closing.current = setTimeout(() => setOpen(false), closesAfter)
        }}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t.suggestions} hidden={!shown} className={styles.list}>
        {shown &&
          suggestions.map((person, index) => (
            <PersonOption
              key={person.key}
              id={`${id}-${index}`}
              person={person}
              chosen={index === at}
              onPick={() => onPick(person)}
            />
          ))}
      </div>
    </div>
  )
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
