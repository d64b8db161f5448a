import { useStore } from '@nanostores/react'
import type { Range, Suggestion } from '@waypost/client'
import { useRef, useState } from 'react'
import { $touch } from '../browser/media.ts'
import { Marked } from '../format/Marked.tsx'
import { beginningOf } from '../format/names.ts'
import { useSession } from '../session/context.ts'
import { Chip, Chips } from '../ui/Chip.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { i18n, params } from '../ui/language.ts'
import { PersonAvatar } from './PersonAvatar.tsx'

const messages = i18n('person-picker', { picked: 'Chosen', remove: params('Remove {name}') })

interface PersonPickerProps {
  label: string
  /** Whom was picked; then the field is closed and shows a chip. */
  picked: Suggestion | undefined
  onPick: (person: Suggestion | undefined) => void
  /** What is typed, when nobody is picked. */
  text: string
  onText: (text: string) => void
  error?: string | undefined
  /** Leaves the focus where it is until somebody takes back whom they picked. */
  waits?: boolean
}

/** Finds a person by name or address. */
export function PersonPicker({ picked, waits = false, ...open }: PersonPickerProps) {
  const t = useStore(messages)
  const reopened = useRef(false)
  // With a finger a keyboard slides in; it does so only for somebody who has just pressed here.
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
  const [picker] = useState(() => session.people.picker())
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
  // A name that is the address itself is marked as the address.
  const marked: Range | undefined = inName ?? (line === undefined ? inEmail : undefined)
  return {
    picture: <PersonAvatar person={person} />,
    name: <Marked text={name} range={marked} />,
    line: line !== undefined && <Marked text={line} range={inEmail} />,
  }
}
