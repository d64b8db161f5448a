// The record of the texts that were handed to a phone, so that none is sent twice.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '@waypost/client/ground/objects'
import { removePartialFiles, writeFileAtomically } from '../atomic-file.ts'
import type { SmsState } from '../phone.ts'

/** A text that was handed to the phone, or is about to be. */
export interface SentText {
  key: string
  state: SmsState
  /** Whether it was written to a link. */
  isHanded: boolean
  /** In milliseconds since 1970, by the clock here. */
  at: number
  numbers: string[]
  message: string
  guid?: string
  hasPicture?: boolean
  /** The id of the message on the phone. */
  id?: string
  /** When the latest message of the conversation was, by the phone's clock, before this one was handed over, and which ones were that late. */
  after?: { date: number; ids: string[] }
}

interface SentTexts {
  find(key: string): SentText | undefined
  all(): readonly SentText[]
  /** Adds or changes a text. It is saved when this returns. */
  note(text: SentText): void
}

const maxTexts = 500

/** Opens the record in a folder. */
export function openSentTexts(folder: string, log: (line: string) => void): SentTexts {
  const file = join(folder, 'sent.json')
  let texts = read()

  function read(): SentText[] {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    removePartialFiles(folder)
    try {
      const all: unknown = JSON.parse(readFileSync(file, 'utf8'))
      return Array.isArray(all) ? all.filter((text) => isRecord(text) && typeof text.key === 'string') : []
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(`The record of sent texts is lost: ${file} is damaged.`)
      return []
    }
  }

  return {
    find: (key) => texts.find((text) => text.key === key),
    all: () => texts,
    note(text) {
      const known = texts.findIndex(({ key }) => key === text.key)
      const next = (known < 0 ? [...texts, text] : texts.with(known, text)).slice(-maxTexts)
      writeFileAtomically(file, JSON.stringify(next))
      texts = next
    },
  }
}
