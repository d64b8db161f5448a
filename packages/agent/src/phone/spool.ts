import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UserError } from '../user-error.ts'

/**
 * The folders through which programs send and receive SMS with gammu-smsd. gammu-smsdrc(5), gammu-smsd-files(7) and gammu-smsbackup(5) of
 * Gammu 1.42 document their purpose and formats.
 */
export interface Spool {
  inbox: string
  outbox: string
  sent: string
  error: string
  /** The `[gammu]` section of the configuration, with its header. */
  device: string
}

/** Reads the folders from a gammu-smsdrc. @throws UserError if the companion can't work with it */
export function readSpool(file: string): Spool {
  const sections = sectionsOf(readConfiguration(file))
  const smsd = sections.get('smsd')
  if (!smsd) throw new UserError(`${file} has no section [smsd], so it is not a configuration of gammu-smsd.`)
  const service = smsd.get('service')?.toLowerCase()
  if (service !== 'files') throw new UserError(`${file} says "service = ${service ?? ''}". Waypost needs "service = files".`)

  const folder = (key: string) => {
    const path = smsd.get(key)
    if (!path) throw new UserError(`${file} does not say ${key}, and Waypost needs that folder to see whether a text was sent.`)
    return resolve(dirname(file), path)
  }
  const spool = {
    inbox: folder('inboxpath'),
    outbox: folder('outboxpath'),
    sent: folder('sentsmspath'),
    error: folder('errorsmspath'),
  }
  if (new Set(Object.values(spool)).size < 4)
    throw new UserError(`${file} uses one folder twice: inboxpath, outboxpath, sentsmspath and errorsmspath must differ.`)
  for (const path of Object.values(spool)) checkFolder(path, file)
  const device = [...(sections.get('gammu') ?? [])].map(([key, value]) => `${key} = ${value}\n`).join('')
  return { ...spool, device: `[gammu]\n${device}` }
}

function readConfiguration(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UserError(`The configuration of gammu-smsd in ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function checkFolder(path: string, file: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const what = code === 'ENOENT' ? 'does not exist' : `cannot be read and written (${code})`
    throw new UserError(`The folder ${path}, which ${file} names, ${what}.`)
  }
}

/** Section names and keys are lower-cased; the last value of a key counts. */
function sectionsOf(text: string): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>()
  let section = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const head = /^\s*\[([^\]]+)\]/.exec(line)
    if (head?.[1]) {
      section = new Map()
      sections.set(head[1].trim().toLowerCase(), section)
      continue
    }
    const [, key, value] = /^\s*([^;#=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key !== undefined && value !== undefined) section.set(key.toLowerCase(), value)
  }
  return sections
}

/** The information in the name of an inbox file. */
export interface InboxFile {
  /** The same for all parts of a message. */
  message: string
  /** From 0. */
  part: number
  sender: string
  /** Seconds since 1970. A modem's clock is in this machine's time zone. */
  time: number
  name: string
}

/** `IN<date>_<time>_<serial>_<sender>_<sequence>.<ext>`; undefined for any other file, and for binary messages. */
export function readInboxName(name: string): InboxFile | undefined {
  const found = /^(IN(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)_\d+_(.*))_(\d+)\.(?:txt|smsbackup)$/.exec(name)
  if (!found) return undefined
  const [, message = '', year, month, day, hour, minute, second, sender = '', part] = found
  const time =
    new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)).getTime() / 1_000
  return { message, part: Number(part), sender, time, name }
}

/** Reads the text of an inbox file, in any of smsd's three formats; undefined if it isn't a text message. */
export function readInboxText(bytes: Buffer): { body: string; sender?: string } | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { body: bigEndian(bytes.subarray(2)) }
  const text = bytes.toString('utf8')
  return /^\[SMSBackup\d+\]/m.test(text) ? readBackup(text) : { body: text }
}

/** Reads Gammu's backup format: a section per SMS, with the text as hexadecimal UTF-16 in lines of 200 digits. */
function readBackup(text: string): { body: string; sender?: string } | undefined {
  const parts = [...sectionsOf(text)].filter(([name]) => name.startsWith('smsbackup')).map(([, part]) => part)
  const texts = parts.filter((part) => part.get('coding') !== '8bit' && part.get('pdu') !== 'Status_Report')
  if (texts.length === 0) return undefined
  // The last byte of the concatenation header (3GPP TS 23.040, 9.2.3.24.1) is the number of the part.
  texts.sort((a, b) => orderOf(a) - orderOf(b))
  const body = texts.map((part) => bigEndian(Buffer.from(linesOf(part).join(''), 'hex'))).join('')
  const number = texts[0]?.get('numberunicode')
  return { body, ...(number && { sender: bigEndian(Buffer.from(number, 'hex')) }) }
}

const orderOf = (part: ReadonlyMap<string, string>) => Number.parseInt(part.get('udh')?.slice(-2) ?? '', 16) || 0

function linesOf(part: ReadonlyMap<string, string>): string[] {
  const lines = [...part].filter(([key]) => /^text\d+$/.test(key))
  return lines.sort(([a], [b]) => Number(a.slice(4)) - Number(b.slice(4))).map(([, line]) => line)
}

function bigEndian(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  // smsd pads its texts with NUL.
  return even.swap16().toString('utf16le').replace(/\0+$/, '')
}
