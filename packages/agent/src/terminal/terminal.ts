import { stripVTControlCharacters } from 'node:util'

/** The only door to the terminal. What others wrote passes `plain` or `json` before it is shown. */

/** What begins a style and what ends it, as in ECMA-48. */
const styles = { bold: [1, 22], dim: [2, 22], cyan: [36, 39] } as const

/** Prints a line of the answer. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints an object of the answer as one line of JSON. */
export function printJson(value: object): void {
  print(json(value))
}

/** Prints a line about the work itself, where it does not mix with the answer. */
export function printStatus(line: string): void {
  process.stderr.write(`${plain(line)}\n`)
}

/** Colours text that goes to a terminal whose owner has not asked for none (https://no-color.org). */
export function styled(style: keyof typeof styles, text: string): string {
  // Asked anew each time, and nothing colours what goes into a file.
  const wanted = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
  const [begin, end] = styles[style]
  return wanted ? `\u001b[${begin}m${text}\u001b[${end}m` : text
}

/** Characters that turn the direction of the text around them, so that it reads as something else. */
const turning = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const unsafe = new RegExp(`[\\p{Cc}${turning}]`, 'gu')
const unsafeInJson = new RegExp(`[\\p{Cc}\\u2028\\u2029${turning}]`, 'gu')

/** Text as one line that can do nothing to a terminal: without control characters and escape sequences. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(breaks, ' ').replace(unsafe, '')
}

/** A value as JSON in one line. JSON itself escapes only the first half of the control characters. */
export function json(value: unknown): string {
  return JSON.stringify(value).replace(unsafeInJson, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Ends the program where nothing more can be printed: without a word when nobody reads on, as in `waypost list | head -1`. */
export function exitWhenOutputCloses(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit()
    process.stderr.write(`The output could not be written (${code}).\n`)
    process.exit(1)
  })
  // Nobody listens to what goes on beside the answer; the answer may still have a reader.
  process.stderr.on('error', () => {})
}

/** How far something is that takes a while. */
interface Progress {
  /** From 0 to 1. */
  to(part: number): void
  /** The server takes no more for now. */
  waits(waits: boolean): void
  end(): void
}

/** What is over sooner needs no word, in milliseconds; and how often a word comes where lines stay. */
const silentFor = 500
const tellEvery = 3_000

/** Says beside the answer how far something is: in one line that changes at a terminal, and in a line now and then elsewhere. */
export function openProgress(name: string, size: number, now = () => performance.now()): Progress {
  const { stderr } = process
  const begun = now()
  let told = begun
  let shown = ''
  const draw = (line: string) => {
    // What was there before may have been longer.
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

/** Bytes as people say them, e.g. `8.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}
