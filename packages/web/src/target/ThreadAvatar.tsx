import { addressOf, bareAddress } from '@waypost/client/sms/address'
import type { ThreadRecipient } from '@waypost/protocol'
import { Phone, Users } from 'lucide-react'
import { secureImage } from '../browser/images.ts'
import { Avatar } from '../ui/Avatar.tsx'

/** Base64 characters only: a phone's data must not become another URL. */
const base64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/

/** The picture of an SMS conversation with one or several people. */
export function ThreadAvatar({ recipients, size = 40 }: { recipients: readonly ThreadRecipient[]; size?: 28 | 40 | 64 }) {
  const [first] = recipients
  const seed = recipients.map((recipient) => bareAddress(addressOf(recipient))).join()
  if (!first || recipients.length > 1) return <Avatar name="" seed={seed} glyph={<Users />} size={size} />
  return (
    <Avatar
      name={(first.name ?? '').slice(0, 200)}
      seed={seed}
      image={imageOf(first)}
      {...(!first.name && { glyph: <Phone /> })}
      size={size}
    />
  )
}

function imageOf({ thumbnail, image_url }: ThreadRecipient): string | undefined {
  if (thumbnail && base64.test(thumbnail)) return `data:image/jpeg;base64,${thumbnail.replace(/\s/g, '')}`
  return image_url && /^https?:/.test(image_url) ? secureImage(image_url) : undefined
}
