import { useStore } from '@nanostores/react'
import type { Range, Suggestion } from '@waypost/client'
import { peopleOf } from '@waypost/client/conversations/people'
import { type RefObject, useRef, useState } from 'react'
import { $touch } from '../browser/media.ts'
import { Marked } from '../format/Marked.tsx'
import { beginningOf } from '../format/names.ts'
import { useSession } from '../session/context.ts'
import { Chip, Chips } from '../ui/inputs/Chip.tsx'
import { Combobox } from '../ui/inputs/Combobox.tsx'
import { i18n } from '../ui/language.ts'
import { personPicker } from './en.ts'
import { PersonAvatar } from './PersonAvatar.tsx'

const messages = i18n('person-picker', personPicker)

interface PersonPickerProps {
  label: string
  /** Shown as a chip in place of the field. */
  picked: Suggestion | undefined
  onPick: (person: Suggestion | undefined) => void
  text: string
  onText: (text: string) => void
  error?: string | undefined
  /** Doesn't take the focus on mounting. */
  waits?: boolean
}

/** Finds a person by name or address. */
export function PersonPicker({ picked, waits = false, ...open }: PersonPickerProps) {
  const t = useStore(messages)
  const reopened = useRef(false)
  // On touch screens, focusing the field would open the keyboard, so that waits for a tap.
  if (!picked) return <OpenPicker {...open} focus={reopened.current || (!waits && !$touch.get())} />
  return (
    <Chips heading={open.label} label={t.picked}>
      <Chip
        picture={<PersonAvatar person={picked} size={28} />}
        removeLabel={t.remove({ name: beginningOf(picked.name) })}
        onRemove={() => {
          reopened.current = true
          open.onPick(undefined)
        }}
      >
        {beginningOf(picked.name)}
      </Chip>
    </Chips>
  )
}

type OpenPickerProps = Omit<PersonPickerProps, 'picked' | 'waits'> & { focus: boolean }

function OpenPicker({ text, onText, ...field }: OpenPickerProps) {
  const session = useSession()
  const [picker] = useState(() => peopleOf(session).picker())
  const { suggestions, looking } = useStore(picker.$found)
  return (
    <Combobox
      {...field}
      text={text}
      onText={(next) => {
        onText(next)
        picker.ask(next)
      }}
      options={text.trim() === '' ? [] : suggestions}
      looking={looking}
      draw={drawPerson}
      inputMode="email"
      enterKeyHint="go"
    />
  )
}

function drawPerson(person: Suggestion) {
  const { name, email, inName, inEmail } = person
  const line = email !== name ? email : undefined
  // If the name is the email address, its match is marked in the name.
  const marked: Range | undefined = inName ?? (line === undefined ? inEmail : undefined)
  return {
    picture: <PersonAvatar person={person} />,
    name: <Marked text={name} range={marked} />,
    line: line !== undefined && <Marked text={line} range={inEmail} />,
  }
}

/** A form in which one person is picked: its props for the picker, and the picked or typed person. */
export function usePersonField(next: RefObject<HTMLElement | null>) {
  const form = useRef<HTMLFormElement>(null)
  const [picked, setPicked] = useState<Suggestion>()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function onPick(person: Suggestion | undefined) {
    setPicked(person)
    setText('')
    setError(undefined)
    if (person) next.current?.focus()
  }

  function onText(typed: string) {
    setText(typed)
    setError(undefined)
  }

  function refuse(reason: string) {
    setError(reason)
    form.current?.querySelector('input')?.focus()
  }

  return { form, picked, text, picker: { picked, onPick, text, onText, error }, clear: () => setPicked(undefined), refuse }
}
