import { limits } from '@waypost/protocol'
import { UserError } from '../user-error.ts'

/**
 * Reads what was piped into the program, or typed up to Ctrl+D.
 * @param otherwise what to do with what is no text or too long, as a sentence
 * @throws UserError when it is not text, or more than a push can hold
 */
export async function readInput(otherwise = ''): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const more = otherwise && ` ${otherwise}`
  let text = ''
  const decode = (piece?: Buffer) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch {
      throw new UserError(`What is piped in is not text.${more}`)
    }
  }
  for await (const piece of process.stdin) {
    text += decode(piece)
    if (text.includes('\0')) throw new UserError(`What is piped in is not text.${more}`)
    // Read no further: it may have no end.
    if (text.trim().length > limits.bodyLength) {
      throw new UserError(
        `The text is too long: a push holds at most ${limits.bodyLength.toLocaleString('en')} characters.${more}`,
      )
    }
  }
  return text + decode()
}
