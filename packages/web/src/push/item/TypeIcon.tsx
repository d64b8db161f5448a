import type { Push } from '@waypost/protocol'
import { Link, List, MapPin, MessageSquare, Paperclip } from 'lucide-react'

const icons = { note: MessageSquare, address: MapPin, list: List, file: Paperclip, link: Link }

/** The icon of a push's type. Screen readers get the type from the label of the item. */
export function TypeIcon({ type, size = 16 }: { type: Push['type']; size?: number }) {
  const Icon = icons[type ?? 'note']
  return <Icon size={size} aria-hidden="true" data-type={type ?? 'note'} />
}
