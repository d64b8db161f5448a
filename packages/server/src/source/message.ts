import type { Action, Seconds } from '@waypost/protocol'
import type { Micros } from '../change.ts'
import { digitOf } from '../tokens.ts'

/** The sender's input for a message: at least a title, a body, a URL or a file. */
export interface NewMessage {
  title?: string
  body?: string
  url?: string
  /** 1 to 5; that of the source if absent. */
  priority?: number
  labels?: string[]
  actions?: Action[]
  icon_url?: string
  markdown?: boolean
  file_url?: string
  file_name?: string
  file_type?: string
  /** The size in bytes of a file on this server; not set by a sender. */
  file_size?: number
  image_url?: string
  /** The id under which it is updated, cleared and withdrawn. */
  update_id?: string
  expires?: Seconds
  send_at?: Seconds
  guid?: string
  /** Fields that the receiving interface returns to its subscribers unchanged. */
  foreign?: Record<string, unknown>
}

/** A message of a source, or an event of one, in the order of storage. */
export interface SourceMessage {
  /** A stamp of the owner's box: unique there, rising, and below 2^53. */
  number: number
  /** 12 letters and digits. */
  id: string
  /** The iden of the source in its owner's box. */
  source: string
  event: 'message' | 'message_clear' | 'message_delete'
  /** When it was or will be delivered, in whole seconds. */
  time: number
  /** When it expires and is deleted, in whole seconds. */
  expires: number | null
  /** The id under which it is updated; for an event, that of its message. */
  update_id: string | null
  /** Empty for an event. */
  content: NewMessage
  /** Whether it has not been delivered yet. */
  waits: boolean
}

/** The digits of a stamp, which last until the year 2398. */
const stampDigits = 9

/** The id of a message: its stamp in nine base-62 digits, which gives its position in the order, and three characters to be unique. */
export function idOf(number: Micros, salt: string): string {
  let rest: number = number
  let written = ''
  for (let place = 0; place < stampDigits; place++) {
    written = digitOf(rest) + written
    rest = Math.floor(rest / 62)
  }
  return written + salt.slice(-3).padStart(3, '0')
}

/** The stamp in an id; undefined for any other text. */
export function numberOfId(id: string): number | undefined {
  if (!/^[0-9A-Za-z]{12}$/.test(id)) return undefined
  let number = 0
  for (const digit of id.slice(0, stampDigits)) number = number * 62 + valueOfDigit(digit.charCodeAt(0))
  return number
}

const valueOfDigit = (code: number) => (code < 58 ? code - 48 : code < 91 ? code - 55 : code - 61)
