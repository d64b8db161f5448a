// Declares the messages of sources as all interfaces see them, and their ids.

import type { Action, Seconds } from '@waypost/protocol'
import type { Micros } from '../change.ts'
import { digitOf } from '../tokens.ts'

/** What a sender gives for a message: at least a title, a body, an address or a file. */
export interface NewMessage {
  title?: string
  body?: string
  /** Where a press on the message leads. */
  url?: string
  /** 1 to 5; that of the source if absent. */
  priority?: number
  labels?: string[]
  actions?: Action[]
  icon_url?: string
  markdown?: boolean
  /** An attachment: at this server, or elsewhere. */
  file_url?: string
  file_name?: string
  file_type?: string
  /** Bytes of a file that this server has; not given by a sender. */
  file_size?: number
  image_url?: string
  /** The id under which it is updated, cleared and withdrawn. */
  update_id?: string
  expires?: Seconds
  send_at?: Seconds
  guid?: string
  /** What the interface that it came by repeats to its subscribers as it was. */
  foreign?: Record<string, unknown>
}

/** A message of a source, or what happened to one, in the order of storing. */
export interface SourceMessage {
  /** A stamp of the owner's box, so it is unique there, rises, and is below 2^53. */
  number: number
  /** 12 letters and digits. */
  id: string
  /** The iden of the source in its owner's box. */
  source: string
  event: 'message' | 'message_clear' | 'message_delete'
  /** When it was or will be delivered, in whole seconds. */
  time: number
  /** When it is deleted by itself, in whole seconds. */
  expires: number | null
  /** The id under which it is updated; of an event, that of the message it is about. */
  update_id: string | null
  /** Empty for an event. */
  content: NewMessage
  /** Whether it is not delivered yet. */
  waits: boolean
}

/** Digits of a stamp: they last until the year 2398. */
const stampDigits = 9

/**
 * The id of a message: its stamp in nine digits to the base of 62, and three characters that tell it apart. So its place in the order is found
 * without an index.
 */
export function idOf(number: Micros, salt: string): string {
  let rest: number = number
  let written = ''
  for (let place = 0; place < stampDigits; place++) {
    written = digitOf(rest) + written
    rest = Math.floor(rest / 62)
  }
  return written + salt.slice(-3).padStart(3, '0')
}

/** The stamp in an id; undefined for another text. */
export function numberOfId(id: string): number | undefined {
  if (!/^[0-9A-Za-z]{12}$/.test(id)) return undefined
  let number = 0
  for (const digit of id.slice(0, stampDigits)) number = number * 62 + valueOfDigit(digit.charCodeAt(0))
  return number
}

const valueOfDigit = (code: number) => (code < 58 ? code - 48 : code < 91 ? code - 55 : code - 61)
