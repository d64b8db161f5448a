import { stripVTControlCharacters } from 'node:util'

/** The only door to the terminal. What others wrote passes `plain` or `json` before it is shown. */

/** What begins a style and what ends it, as in ECMA-48. */
const styles = { bold: [1, 22], dim: [2, 22], cyan: [36, 39] } as const

/** Prints a line of the answer. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints an object of the answer as one line of JSON. */
export function sayJson(value: object): void {
  say(json(value))
}

/** Prints a line about the work itself, where it does not mix with the answer. */
export function tell(line: string): void {
  process.stderr.write(`${plain(line)}\n`)
}

/** Colours text that goes to a terminal whose owner has not asked for none (https://no-color.org). */
export function paint(style: keyof typeof styles, text: string): string {
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
export function watchTheReader(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit()
    process.stderr.write(`The output could not be written (${code}).\n`)
    process.exit(1)
  })
  // Nobody listens to what goes on beside the answer; the answer may still have a reader.
  process.stderr.on('error', () => {})
}
