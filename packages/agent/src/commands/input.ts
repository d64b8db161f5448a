import { bodyLength } from '@waypost/protocol'
import { UserError } from '../user-error.ts'

/**
 * Reads standard input to its end.
 * @param otherwise a sentence for the error: what to do with input that isn't text or is too long
 * @throws UserError if the input isn't text, or is longer than a push can be
 */
export async function readInput(otherwise = ''): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const more = otherwise && ` ${otherwise}`
  let text = ''
  const decode = (piece?: Buffer) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch {
      throw new UserError(`The input is not text.${more}`)
    }
  }
  for await (const piece of process.stdin) {
    text += decode(piece)
    if (text.includes('\0')) throw new UserError(`The input is not text.${more}`)
    // Stop reading here: the input may be endless.
    if (text.trim().length > bodyLength) {
      throw new UserError(`The text is too long: a push can have at most ${bodyLength.toLocaleString('en')} characters.${more}`)
    }
  }
  return text + decode()
}
