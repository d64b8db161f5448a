import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { removePartialFiles, writeFileAtomically } from './atomic-file.ts'
import { PhoneUnavailable, SmsRefused } from './phone.ts'
import type { Spool } from './spool.ts'

/** Puts texts into gammu-smsd's outbox and finds them again. */
export interface Outbox {
  /**
   * Puts an SMS into the outbox, atomically and durably.
   * @param order sorts texts of the same second
   * @param note see `noteOf`
   * @throws SmsRefused if it can't be encoded, PhoneUnavailable if gammu is missing
   */
  put(number: string, words: string, order: string, note: string): Promise<void>
  /** The files of all texts, by note. */
  places(): Places
}

export type Places = Map<string, { place: 'outbox' | 'sent' | 'error'; path: string }>

const run = promisify(execFile)
const program = 'gammu-smsd-inject'
/** gammu joins at most 50 SMS, each holding 67 characters of a long text outside the GSM alphabet. */
const chunkLength = 50 * 67

/** @param staging our own folder, where gammu encodes texts before smsd may see them */
export function openOutbox(spool: Spool, staging: string): Outbox {
  const config = join(staging, 'smsdrc')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true, mode: 0o700 })
  const folders = ['inboxpath', 'outboxpath', 'sentsmspath', 'errorsmspath'].map((key) => `${key} = ${staging}/\n`).join('')
  writeFileSync(config, `${spool.device}\n[smsd]\nservice = files\n${folders}outboxformat = detail\n`, { mode: 0o600 })

  removePartialFiles(spool.outbox)

  const staged = () => readdirSync(staging).filter((name) => name.startsWith('OUT'))

  return {
    async put(number, words, order, note) {
      // Remove leftovers of an earlier failed text.
      for (const name of staged()) unlinkSync(join(staging, name))
      try {
        // An argument can't contain NUL.
        await run(program, [
          '-c',
          config,
          'TEXT',
          number,
          '-autolen',
          String(2 * chunkLength),
          '-textutf8',
          words.replaceAll('\0', ''),
        ])
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new PhoneUnavailable(`${program} is not installed.`)
        // It would fail again, and block the texts behind it.
        throw new SmsRefused(`${program} cannot encode it: ${lastLine((error as { stderr?: string }).stderr)}`)
      }
      const [name, ...more] = staged()
      if (name === undefined || more.length > 0) throw new SmsRefused(`${program} made ${staged().length} files of it.`)
      const content = readFileSync(join(staging, name))
      unlinkSync(join(staging, name))
      // smsd may run as another user; the folder's permissions decide who may read.
      writeFileAtomically(join(spool.outbox, `OUTC${dateOf(new Date())}_${order}_${number}_${note}.smsbackup`), content, 0o664)
    },
    places() {
      const places: Places = new Map()
      // In the order in which smsd moves files, so none is missed.
      for (const place of ['outbox', 'sent', 'error'] as const) {
        for (const entry of readdirSync(spool[place], { withFileTypes: true })) {
          const { name } = entry
          const note = entry.isFile() ? /_([0-9a-f]{24}-\d+)\.smsbackup$/.exec(name)?.[1] : undefined
          if (note) places.set(note, { place, path: join(spool[place], name) })
        }
      }
      return places
    },
  }
}

const lastLine = (text = '') => text.trim().split('\n').at(-1) ?? ''

/** Identifies a text in a file name without revealing it. smsd ignores this part of the name. */
export function noteOf(key: string, chunk: number): string {
  return `${createHash('sha256').update(key).digest('hex').slice(0, 24)}-${chunk}`
}

/** Splits a text into messages, never within a character. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = []
  for (let rest = text; rest !== '' || chunks.length === 0; ) {
    const cut = /[\ud800-\udbff]/.test(rest.charAt(chunkLength - 1)) ? chunkLength - 1 : chunkLength
    chunks.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return chunks
}

/** Local time as `YYYYMMDD_HHMMSS`. */
function dateOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`
  return `${day}_${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
}
