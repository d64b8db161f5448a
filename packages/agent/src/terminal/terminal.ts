// Prints text, styles and progress to the terminal. Untrusted text must pass `plain` or `json` first.

import { stripVTControlCharacters } from 'node:util'

const styles = { bold: [1, 22], dim: [2, 22], cyan: [36, 39] } as const

/** Prints a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints an object as a line of JSON. */
export function printJson(value: object): void {
  print(json(value))
}

/** Prints a status line to standard error. */
export function printStatus(line: string): void {
  process.stderr.write(`${plain(line)}\n`)
}

/** Styles text, unless the output is not a terminal or colours are switched off (https://no-color.org). */
export function styled(style: keyof typeof styles, text: string): string {
  // Checked each time; files never get colours.
  const wanted = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
  const [begin, end] = styles[style]
  return wanted ? `\u001b[${begin}m${text}\u001b[${end}m` : text
}

/** Characters that change text direction. */
const turning = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const unsafe = new RegExp(`[\\p{Cc}${turning}]`, 'gu')
const unsafeInJson = new RegExp(`[\\p{Cc}\\u2028\\u2029${turning}]`, 'gu')

/** Makes text safe to print on one line: removes control characters and escape sequences. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(breaks, ' ').replace(unsafe, '')
}

/** Formats a value as one line of JSON. JSON.stringify escapes only half of the control characters. */
export function json(value: unknown): string {
  return JSON.stringify(value).replace(unsafeInJson, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Exits when the output cannot be written; silently if its reader has closed it, as in `waypost list | head -1`. */
export function exitWhenOutputCloses(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit()
    process.stderr.write(`The output could not be written (${code}).\n`)
    process.exit(1)
  })
  // Status lines may be lost; the output may still have a reader.
  process.stderr.on('error', () => {})
}

interface Progress {
  /** From 0 to 1. */
  to(part: number): void
  /** Sets whether the server is over its limit at the moment. */
  waits(waits: boolean): void
  end(): void
}

/** Tasks shorter than this show no progress, in milliseconds; and the interval between lines in a log. */
const silentFor = 500
const tellEvery = 3_000

/** Shows progress on standard error: on one changing line in a terminal, otherwise as a line every few seconds. */
export function openProgress(name: string, size: number, now = () => performance.now()): Progress {
  const { stderr } = process
  const begun = now()
  let told = begun
  let shown = ''
  const draw = (line: string) => {
    // Clear the line, because the earlier text may have been longer.
    const wide = Math.max(10, stderr.columns ?? 80) - 1
    shown = plain(line).slice(0, wide)
    stderr.write(`\r\u001b[K${shown}`)
  }
  return {
    to(part) {
      const time = now()
      const line = `${name}: ${Math.floor(part * 100)} % of ${formatSize(size)}`
      if (time - begun < silentFor) return
      if (stderr.isTTY) return draw(line)
      if (time - told < tellEvery) return
      told = time
      printStatus(line)
    },
    waits(waits) {
      const line = `${name}: waiting for the server`
      if (waits && stderr.isTTY) draw(line)
      else if (waits) printStatus(line)
    },
    end() {
      if (shown) stderr.write('\r\u001b[K')
    },
  }
}

/** Formats bytes, e.g. `8.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}
