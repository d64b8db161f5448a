import type { Push } from '@waypost/protocol'
import { Link, List, MapPin, MessageSquare, Paperclip } from 'lucide-react'

const icons = { note: MessageSquare, address: MapPin, list: List, file: Paperclip, link: Link }

/** What kind of push it is, as a picture; the label of its row says it in words. */
export function TypeIcon({ type, size = 16 }: { type: Push['type']; size?: number }) {
  const Icon = icons[type ?? 'note']
  return <Icon size={size} aria-hidden="true" data-type={type ?? 'note'} />
}
