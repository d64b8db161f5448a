// Proxmox VE and Backup Server (pve.proxmox.com, Notifications). Their webhooks send a body that the administrator composes from the fields
// title, message, severity, timestamp and fields; `docs/webhooks.md` has the one that works best here.

import { at, cut, first, labelsOf, lines, listed, type PayloadMessage, type Preset, textAt } from './payload.ts'

const severities = ['info', 'notice', 'warning', 'error', 'unknown']
const types = [
  'vzdump',
  'fencing',
  'replication',
  'package-updates',
  'gc',
  'prune',
  'sync',
  'verify',
  'verification',
  'tape-backup',
  'tape-load',
  'acme',
  'system-mail',
]

/** The maximum guests that a message lists, and lines of a backup log that are parsed. */
const guestsShown = 10
const linesRead = 2_000

export const proxmox: Preset = {
  name: 'proxmox',
  recognizes: ({ payload }) =>
    severities.includes(textAt(payload, 'severity') ?? '') &&
    textAt(payload, 'title') !== undefined &&
    (types.includes(typeOf(payload)) || /^vzdump backup status /.test(textAt(payload, 'title') ?? '')),
  read({ payload }) {
    const title = textAt(payload, 'title')
    if (title === undefined) return undefined
    const message = textAt(payload, 'message') ?? textAt(payload, 'body')
    const backup =
      message !== undefined && (typeOf(payload) === 'vzdump' || title.startsWith('vzdump '))
        ? readBackup(payload, message)
        : undefined
    return { ...(backup ?? { title, body: message }), ...urgencyOf(textAt(payload, 'severity')) }
  },
}

const typeOf = (payload: unknown): string => textAt(payload, 'fields', 'type') ?? textAt(payload, 'type') ?? ''

function urgencyOf(severity: string | undefined): Pick<PayloadMessage, 'priority' | 'labels'> {
  if (severity === 'error') return { priority: 4, labels: labelsOf('bad') }
  if (severity === 'warning') return { priority: 4, labels: labelsOf('warning') }
  return {}
}

interface Guest {
  id: string
  name: string
  works: boolean
  details: string
}

function readBackup(payload: unknown, report: string): PayloadMessage | undefined {
  const { guests, sums } = readReport(report)
  const [only] = guests
  if (only === undefined) return undefined
  const node =
    textAt(payload, 'fields', 'hostname') ??
    textAt(payload, 'hostname') ??
    /\(([\w.-]{1,253})\)/.exec(textAt(payload, 'title') ?? '')?.[1]
  const failed = guests.filter(({ works }) => !works)
  const about = failed.length > 0 ? failed : guests
  const ids = about.slice(0, guestsShown).map(({ id }) => id)
  const many = about.length > guestsShown ? `${about.length} vms` : `vms ${listed(ids)}`
  const which = about.length === 1 ? `Backup of vm ${about[0]?.id}` : `Backups of ${many}`
  const where = node === undefined || at(payload, 'fields', 'hostname') === null ? '' : ` on ${node}`
  return {
    title: `${which} ${failed.length > 0 ? 'failed' : 'succeeded'}${where}`,
    body: lines(
      first(
        guestsShown,
        guests,
        ({ id, name, works, details }) => `${[id, name].filter(Boolean).join(' ')}: ${works ? details || 'ok' : 'failed'}`,
      ),
      ...sums,
    ),
  }
}

/** Parses the table with the columns VMID, Name, Status, Time, Size and Filename, and the lines of totals below it. */
function readReport(report: string): { guests: Guest[]; sums: string[] } {
  const guests: Guest[] = []
  const sums: string[] = []
  let isTable = false
  for (const line of report.split('\n', linesRead)) {
    const text = cut(line, 1_000).trim()
    if (/^VMID\s/i.test(text)) isTable = true
    else if (isTable && /^\d{1,10}\s/.test(text)) guests.push(guestOf(text))
    else if (/^Total (?:running time|size):/i.test(text)) sums.push(text)
    else if (text === '') isTable = false
    else if (/^Logs$/.test(text)) break
  }
  return { guests, sums }
}

function guestOf(row: string): Guest {
  const [id = '', ...cells] = row.split(/\s{2,}|\t/)
  const at = cells.findIndex((cell) => /^(?:ok|err|error|failed)$/i.test(cell))
  const details = cells.slice(at + 1, at + 3).filter((cell) => cell !== 'null' && cell !== '')
  return {
    id,
    name: at > 0 ? (cells[0] ?? '') : '',
    works: at >= 0 && /^ok$/i.test(cells[at] ?? ''),
    details: details.join(', '),
  }
}
