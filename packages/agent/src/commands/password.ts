import { askHidden } from '../terminal/question.ts'
import { UserError } from '../user-error.ts'
import { readInput } from './input.ts'

/** Reads a password from a pipe, or has it typed twice without echo. @throws UserError */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const piped = (await readInput()).replace(/\r?\n$/, '')
    if (piped === '') throw new UserError('The password is empty. To clear it: waypost settings reset password')
    return piped
  }
  const first = await typed('End-to-end password: ')
  if (first === '') throw new UserError('The password is empty. To clear it: waypost settings reset password')
  if ((await typed('Once more: ')) !== first) throw new UserError("The passwords don't match. Nothing was changed.")
  return first
}

async function typed(question: string): Promise<string> {
  const text = await askHidden(question)
  if (text === undefined) throw new UserError('Nothing was changed.')
  return text
}
