import type { Range, Suggestion } from '@waypost/client'
import { AtSign, Phone } from 'lucide-react'
import { secureImage } from '../browser.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Marked } from './Marked.tsx'
import styles from './PersonPicker.module.css'

const glyphs = { person: undefined, email: <AtSign />, phone: <Phone /> }

/** A person's picture; an address or a number that belongs to nobody known has a sign instead. */
export function PersonAvatar({ person, size = 40 }: { person: Suggestion; size?: 28 | 40 | 64 }) {
  return (
    <Avatar
      name={person.name.slice(0, 200)}
      seed={person.key}
      image={secureImage(person.image_url)}
      glyph={glyphs[person.type]}
      size={size}
    />
  )
}

interface PersonOptionProps {
  id: string
  person: Suggestion
  chosen: boolean
  onPick: () => void
}

/** One line of the list under a picker. */
export function PersonOption({ id, person, chosen, onPick }: PersonOptionProps) {
  const line = person.email !== person.name ? person.email : undefined
  // A name that is the address itself is marked as the address.
  const inName: Range | undefined = person.inName ?? (line === undefined ? person.inEmail : undefined)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={styles.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <PersonAvatar person={person} />
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          <Marked text={person.name} range={inName} />
        </span>
        {line !== undefined && (
          <span className={styles.line} dir="auto">
            <Marked text={line} range={person.inEmail} />
          </span>
        )}
      </span>
    </div>
  )
}
