import type { Suggestion } from '@waypost/client'
import { AtSign, Phone } from 'lucide-react'
import { Avatar } from '../ui/Avatar.tsx'

const glyphs = { person: undefined, email: <AtSign />, phone: <Phone /> }

/** The picture of a person; an unknown email address or number has an icon. */
export function PersonAvatar({ person, size = 40 }: { person: Suggestion; size?: 28 | 40 | 64 }) {
  return (
    <Avatar name={person.name.slice(0, 200)} seed={person.key} image={person.image_url} glyph={glyphs[person.type]} size={size} />
  )
}
