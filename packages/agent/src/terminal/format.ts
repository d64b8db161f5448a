import type { Push } from '@waypost/protocol'
import { plain, styled } from './terminal.ts'

/** Safe to print. */
interface PushColumns {
  time: string
  route: string
  type: string
  text: string
}

/** Formats pushes as aligned lines: time, sender and recipient, type, content. */
export function formatPushes(pushes: readonly Push[], names: ReadonlyMap<string, string>): string[] {
  const words = pushes.map((push) => columnsOf(push, names))
  const wide = (key: 'route' | 'type') => Math.max(0, ...words.map((each) => each[key].length))
  const [route, type] = [wide('route'), wide('type')]
  return words.map((each) =>
    [styled('dim', each.time), each.route.padEnd(route), styled('dim', each.type.padEnd(type)), each.text].join('  ').trimEnd(),
  )
}

/** Formats a table with a header. Cells may contain untrusted text. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [head, ...rows].map((row) => row.map(plain))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row, index) => {
    const line = row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
    return index === 0 ? styled('dim', line) : line
  })
}

/** Formats seconds since 1970 as local time, e.g. `2025-11-20 07:05`. */
export function formatTime(seconds: number): string {
  const date = new Date(seconds * 1_000)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

function columnsOf(push: Push, names: ReadonlyMap<string, string>): PushColumns {
  const device = (iden: string | undefined) => (iden === undefined ? undefined : (names.get(iden) ?? 'a removed device'))
  // People are shown by address, because they choose their names themselves.
  const from = push.direction === 'incoming' ? push.sender_email : device(push.source_device_iden)
  const to = push.direction === 'outgoing' ? push.receiver_email : device(push.target_device_iden)
  return {
    time: formatTime(push.created),
    route: plain(`${from ?? 'me'} → ${to ?? 'me'}`),
    type: push.type ?? 'push',
    text: textOf(push),
  }
}

function textOf({ title, body, url, items, file_name, file_url }: Push): string {
  const said = items ? items.map((item) => item.text).join(', ') : body
  return [
    title && styled('bold', plain(title)),
    said && plain(said),
    url && styled('cyan', plain(url)),
    file_name && plain(file_name),
    file_url && styled('cyan', plain(file_url)),
  ]
    .filter(Boolean)
    .join('  ')
}
