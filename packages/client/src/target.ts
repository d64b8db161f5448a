import type { Chat, Device } from '@waypost/protocol'

/** Someone or something that a push can go to, as lists and headers show it. */
export interface Target {
  /** Also the last part of its route: `me`, a normalized e-mail address, a device's iden. */
  key: string
  type: 'me' | 'chat' | 'email' | 'device'
  name: string
  /** One line under the name. */
  desc: string
  image_url?: string
  muted: boolean
  /** The chat or device behind it; an `email` target is someone with whom there is no chat yet. */
  obj?: Chat | Device
}
