import { limits } from '@waypost/protocol'
import { Failed } from '../failed.ts'

/** Reads what was piped into the program, or typed up to Ctrl+D. @throws Failed when it is more than a push can hold */
export async function readInput(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const piece of process.stdin) {
    text += piece
    // Read no further: it may have no end.
    if (text.trim().length > limits.bodyLength) {
      throw new Failed(`The text is too long: a push holds at most ${limits.bodyLength.toLocaleString('en')} characters.`)
    }
  }
  return text
}
