import type { Suggestion } from '@waypost/client'
import { AtSign, Phone } from 'lucide-react'
import { Avatar } from '../ui/Avatar.tsx'

const glyphs = { person: undefined, email: <AtSign />, phone: <Phone /> }

/** A person's picture; an address or a number that belongs to nobody known has a sign instead. */
export function PersonAvatar({ person, size = 40 }: { person: Suggestion; size?: 28 | 40 | 64 }) {
  return (
    <Avatar name={person.name.slice(0, 200)} seed={person.key} image={person.image_url} glyph={glyphs[person.type]} size={size} />
  )
}
