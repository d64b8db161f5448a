import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { removePartialFiles, writeFileAtomically } from './atomic-file.ts'
import { PhoneUnavailable, SmsRefused } from './phone.ts'
import type { Spool } from './spool.ts'

/** The way into gammu-smsd's outbox, and what becomes of what is in it. */
interface Outbox {
  /**
   * Puts an SMS there, in one step and durably.
   * @param order texts of one second are sent in its order
   * @param note see `noteOf`
   * @throws SmsRefused when it cannot be encoded, PhoneUnavailable when nothing can be now
   */
  put(number: string, words: string, order: string, note: string): Promise<void>
  /** Where the files of texts are, by their notes. */
  places(): Places
}

export type Places = Map<string, { place: 'outbox' | 'sent' | 'error'; path: string }>

const run = promisify(execFile)
const program = 'gammu-smsd-inject'
/** gammu joins at most 50 SMS, and an SMS of a long text has room for 67 characters where not all of them are in its alphabet. */
const chunkLength = 50 * 67

/** @param staging a folder of our own, where gammu encodes texts out of smsd's sight */
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
      // What a text that could not be encoded left behind must not become this one.
      for (const name of staged()) unlinkSync(join(staging, name))
      try {
        // NUL ends an argument, and nothing shows it.
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
        // It would do so again, and the texts behind it would wait for ever.
        throw new SmsRefused(`${program} cannot encode it: ${lastLine((error as { stderr?: string }).stderr)}`)
      }
      const [name, ...more] = staged()
      if (name === undefined || more.length > 0) throw new SmsRefused(`${program} made ${staged().length} files of it.`)
      const content = readFileSync(join(staging, name))
      unlinkSync(join(staging, name))
      // smsd may be another user; the folder says who may read.
      writeFileAtomically(join(spool.outbox, `OUTC${dateOf(new Date())}_${order}_${number}_${note}.smsbackup`), content, 0o664)
    },
    places() {
      const places: Places = new Map()
      // In the order in which smsd moves them, so that none is missed.
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

/** What a file's name says of its text: nothing but whether it is the same one. smsd ignores it. */
export function noteOf(key: string, chunk: number): string {
  return `${createHash('sha256').update(key).digest('hex').slice(0, 24)}-${chunk}`
}

/** What goes into one message; a longer text is several. No character is cut in two. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = []
  for (let rest = text; rest !== '' || chunks.length === 0; ) {
    const cut = /[\ud800-\udbff]/.test(rest.charAt(chunkLength - 1)) ? chunkLength - 1 : chunkLength
    chunks.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return chunks
}

/** `YYYYMMDD_HHMMSS` by this machine's clock. */
function dateOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`
  return `${day}_${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
}
