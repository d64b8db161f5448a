// The record of texts handed to a phone, so none is sent twice.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '@waypost/client/ground/objects'
import { removePartialFiles, writeFileAtomically } from './atomic-file.ts'

/** A record of texts. Each kind of phone adds its own fields to them. */
export interface SentTexts<Text extends { key: string }> {
  find(key: string): Text | undefined
  all(): readonly Text[]
  /** A known text is changed in its place. It is saved when this returns. */
  note(text: Text): void
  /** A known text moves behind all others, so that it is forgotten last. It is saved when this returns. */
  noteLast(text: Text): void
}

const maxTexts = 500

/** Opens the record in a folder. */
export function openSentTexts<Text extends { key: string }>(folder: string, log: (line: string) => void): SentTexts<Text> {
  const file = join(folder, 'sent.json')
  let texts = read()

  function read(): Text[] {
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

  function save(changed: readonly Text[]): void {
    const next = changed.slice(-maxTexts)
    writeFileAtomically(file, JSON.stringify(next))
    texts = next
  }

  return {
    find: (key) => texts.find((text) => text.key === key),
    all: () => texts,
    note(text) {
      const known = texts.findIndex(({ key }) => key === text.key)
      save(known < 0 ? [...texts, text] : texts.with(known, text))
    },
    noteLast: (text) => save([...texts.filter(({ key }) => key !== text.key), text]),
  }
}
