// Reads the end-to-end password from the keyboard, without showing it, or from a pipe.

import { UserError } from '../user-error.ts'
import { readInput } from './input.ts'

const keys = { end: '\u0004', stop: '\u0003', erase: ['\b', '\u007f'], eraseAll: '\u0015', done: ['\r', '\n'] }

/** Reads a password from a pipe, or has it typed twice without echo. @throws UserError */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const piped = (await readInput()).replace(/\r?\n$/, '')
    if (piped === '') throw new UserError('The password is empty. To clear it: waypost settings reset password')
    return piped
  }
  const first = await typed('End-to-end password: ')
  if (first === '') throw new UserError('The password is empty. To clear it: waypost settings reset password')
  if ((await typed('Once more: ')) !== first) throw new UserError('The passwords differ. Nothing is changed.')
  return first
}

function typed(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (settle: () => void) => {
      stdin.off('data', hear)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      settle()
    }
    const hear = (typedText: string) => {
      for (const key of typedText) {
        if (key === keys.stop) return end(() => reject(new UserError('Nothing is changed.')))
        if (keys.done.includes(key) || key === keys.end) return end(() => resolve(text))
        if (keys.erase.includes(key)) text = [...text].slice(0, -1).join('')
        else if (key === keys.eraseAll) text = ''
        else text += key
      }
    }
    stdin.on('data', hear)
  })
}
