import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { killedWithParent } from '../test-process.ts'

// For tests: gammu-smsd over gammu's dummy phone, in a temporary folder.

export interface TestModem {
  readonly folder: string
  /** The path of the gammu-smsdrc. */
  readonly config: string
  switchOn(): void
  switchOff(): Promise<void>
  receive(sender: string, text: string): void
  /** Makes smsd fail on a text in the outbox, which it then moves to the error folder. */
  spoil(path: string): void
  /** Ordered by file name. */
  texts(place: 'outbox' | 'sent' | 'error'): { number: string; words: string; path: string }[]
  close(): Promise<void>
}

export const hasGammu = ['gammu', 'gammu-smsd', 'gammu-smsd-inject'].every((program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  }),
)

/** @param format the format of the inbox */
export function openTestModem(format: 'detail' | 'unicode' | 'standard' = 'detail'): TestModem {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-modem-'))
  const spool = join(folder, 'spool')
  for (const place of ['inbox', 'outbox', 'sent', 'error']) mkdirSync(join(spool, place), { recursive: true })
  for (const number of ['1', '2', '3', '4', '5']) {
    mkdirSync(join(folder, 'dummy/sms', number), { recursive: true })
    mkdirSync(join(folder, 'coming/sms', number), { recursive: true })
  }
  const phone = (name: string) => `[gammu]\nmodel = dummy\nconnection = none\nport = ${folder}/${name}\ngammuloc = /dev/null\n`
  const config = join(folder, 'smsdrc')
  const phoneConfig = join(folder, 'gammurc')
  const paths = { inbox: 'inbox', outbox: 'outbox', sentsms: 'sent', errorsms: 'error' }
  const smsd = [
    ...Object.entries(paths).map(([key, place]) => `${key}path = ${spool}/${place}/`),
    ...['security', 'signal', 'battery', 'network'].map((what) => `check${what} = 0`),
    ...['service = files', `inboxformat = ${format}`, 'outboxformat = detail', `logfile = ${folder}/smsd.log`, 'commtimeout = 1'],
    ...['sendtimeout = 5', 'statusfrequency = 0', 'receivefrequency = 1', 'debuglevel = 255', 'loopsleep = 1', 'hangupcalls = 0'],
  ]
  writeFileSync(phoneConfig, phone('coming'))
  writeFileSync(config, `${phone('dummy')}[smsd]\n${smsd.join('\n')}\n`)
  const environment = { ...process.env, LC_ALL: 'C.UTF-8' }
  let daemon: ChildProcess | undefined
  let received = 0

  async function switchOff(): Promise<void> {
    const ending = daemon
    daemon = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill('SIGKILL')
    await once(ending, 'close')
  }

  return {
    folder,
    config,
    switchOn() {
      daemon ??= killedWithParent(spawn('gammu-smsd', ['-c', config], { stdio: 'ignore', env: environment }))
    },
    switchOff,
    receive(sender, text) {
      const words = ['-folder', '1', '-unread', '-sender', sender, '-autolen', '2000', '-textutf8', text]
      execFileSync('gammu', ['-c', phoneConfig, 'savesms', 'TEXT', ...words], { stdio: 'ignore', env: environment })
      // The daemon deletes partially read files, so each file appears at once.
      const coming = join(folder, 'coming/sms/1')
      const names = readdirSync(coming).sort((one, other) => Number(one) - Number(other))
      for (const name of names) renameSync(join(coming, name), join(folder, 'dummy/sms/1', String(++received)))
    },
    spoil(path) {
      // The dummy phone always succeeds, and smsd stops at files that it can't read. But a text that smsd can't move counts as failed.
      mkdirSync(join(spool, 'sent', basename(path), 'in the way'), { recursive: true })
    },
    texts: (place) =>
      readdirSync(join(spool, place), { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.startsWith('OUT'))
        .map(({ name }) => name)
        .sort()
        .map((name) => ({ path: join(spool, place, name), ...readText(readFileSync(join(spool, place, name), 'latin1')) })),
    async close() {
      await switchOff()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readText(backup: string): { number: string; words: string } {
  // smsd writes sent texts twice.
  const [, first = '', ...rest] = backup.split(/^\[SMSBackup(?=\d+\])/m)
  const once = [first, ...rest.slice(0, rest.findIndex((part) => part.startsWith('000]')) >>> 0)].join('')
  const digits = [...once.matchAll(/^Text\d+ = ([0-9A-F]*)\r?$/gm)].map(([, hex]) => hex).join('')
  return { number: /^Number = "(.*)"/m.exec(backup)?.[1] ?? '', words: Buffer.from(digits, 'hex').swap16().toString('utf16le') }
}
