import { readFileSync, statSync } from 'node:fs'
import { compareNames, type PhonebookEntry } from '@waypost/protocol'
import { addressKey, isSameAddress } from './number.ts'

interface Contacts {
  entries(): readonly PhonebookEntry[]
  nameOf(address: string): string | undefined
  /** @returns whether it had changed */
  renew(): boolean
}

/** Opens a phone book. Without a file it is empty; the file may be created later. */
export function openContacts({
  file,
  country,
  log,
}: {
  file?: string | undefined
  country?: string | undefined
  log(line: string): void
}): Contacts {
  let entries: readonly PhonebookEntry[] = []
  let names: readonly { key: string; name: string }[] = []
  let stamp = ''

  function renew(): boolean {
    if (file === undefined) return false
    const now = stampOf(file)
    if (now === stamp) return false
    stamp = now
    try {
      entries = readCards(now === '' ? '' : readFileSync(file, 'utf8'))
    } catch (error) {
      log(`The phone book in ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
      return false
    }
    names = entries.flatMap(({ name, phone }) => (name ? [{ name, key: addressKey(phone, country) }] : []))
    return true
  }

  renew()
  return {
    entries: () => entries,
    nameOf(address) {
      const key = addressKey(address, country)
      return (names.find((each) => each.key === key) ?? names.find((each) => isSameAddress(each.key, key)))?.name
    },
    renew,
  }
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}

/**
 * Parses the numbers of a vCard file, sorted by name: versions 3 and 4 (RFC 2426, RFC 6350), and version 2.1 with quoted-printable, which
 * Android exports.
 */
export function readCards(text: string): PhonebookEntry[] {
  const entries: PhonebookEntry[] = []
  let name: string | undefined
  let phones: Omit<PhonebookEntry, 'name'>[] = []
  for (const line of unfolded(text)) {
    const [, property = '', parameters = '', raw = ''] = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/s.exec(line) ?? []
    const value = /quoted-printable/i.test(parameters) ? decoded(raw) : raw
    switch (property.toUpperCase()) {
      case 'BEGIN':
        name = undefined
        phones = []
        break
      case 'FN':
        name = unescaped(value).trim()
        break
      case 'TEL':
        if (value.trim()) phones.push({ phone: value.trim().replace(/^tel:/i, ''), phone_type: typeOf(parameters) })
        break
      case 'END':
        for (const phone of phones) entries.push({ ...(name && { name }), ...phone })
    }
  }
  return entries.sort((a, b) => compareNames(a.name ?? a.phone, b.name ?? b.phone))
}

/** Joins folded lines: the next line begins with a space or tab, or this one ends with the `=` of quoted-printable. */
function unfolded(text: string): string[] {
  const joined = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '')
  const lines: string[] = []
  let goesOn = false
  for (const line of joined.split('\n')) {
    // Checked once per property, not in its continuations: a card may have very many of them.
    const isQuoted: boolean = goesOn || /^[^:]*quoted-printable/i.test(line)
    const hasMore: boolean = isQuoted && line.endsWith('=')
    const part = hasMore ? line.slice(0, -1) : line
    if (goesOn) lines[lines.length - 1] += part
    else lines.push(part)
    goesOn = hasMore
  }
  return lines
}

function decoded(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  const plain = bytes.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1').toString('utf8')
}

const unescaped = (text: string) => text.replace(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? ' ' : character))

function typeOf(parameters: string): string {
  const words = parameters.toLowerCase()
  if (/\b(cell|mobile|iphone)\b/.test(words)) return 'mobile'
  return ['home', 'work'].find((type) => new RegExp(`\\b${type}\\b`).test(words)) ?? 'other'
}
