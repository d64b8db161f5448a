// The sign-in that a server acting as a peer for phones passes to the program it starts, over standard input.

import { isRecord } from '@waypost/client/ground/objects'
import { type CompanionSettings, defaultCompanionSettings } from '../../settings/companion-settings.ts'
import { replaceSignIns, type SignIn } from '../../settings/settings.ts'
import { UserError } from '../../user-error.ts'

/** In UTF-16 units. */
const maxLine = 100_000

/** The server's start parameters: its sign-in, and the name of its device if that is new. */
export interface OfServer {
  signIn: SignIn
  name: string
}

/**
 * Reads the sign-in that the server writes to standard input, and stores it in place of earlier ones. The input stays open as long as the
 * server runs.
 * @param onEnd called when the server has ended, or wants this program to end
 * @throws UserError
 */
export async function readFromServer(onEnd: () => void): Promise<OfServer> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  const stop = () => {
    reject(new UserError('No input from a server. Only servers use this option.'))
    onEnd()
  }
  process.stdin
    .setEncoding('utf8')
    .on('data', (piece: string) => {
      // Anything after the line is ignored.
      if (text.includes('\n')) return
      text += piece
      if (text.includes('\n')) resolve(text)
      else if (text.length > maxLine) stop()
    })
    .on('end', stop)
    .on('error', stop)
  const read = parse(await promise)
  replaceSignIns(read.signIn)
  return read
}

function parse(line: string): OfServer {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    value = undefined
  }
  if (isRecord(value) && isRecord(value.account)) {
    const { server, token, device, name } = value
    const { iden, email } = value.account
    if ([server, token, name, iden, email].every((each) => typeof each === 'string' && each !== '')) {
      const account = { iden: String(iden), email: String(email) }
      const signIn = { server: String(server), token: String(token), account, ...(typeof device === 'string' && { device }) }
      return { signIn, name: String(name) }
    }
  }
  throw new UserError('This input is not from a server.')
}

/** The settings for a program that only talks to phones. */
export const onlyPhones = ({ clipboard }: CompanionSettings): CompanionSettings => ({
  ...defaultCompanionSettings,
  notifications: false,
  clipboard,
})
