// Signs in, and makes this machine a device of the account: `waypost login`.

import { type Account, type Device, getMe, listProviders } from '@waypost/protocol'
import type { Command } from 'commander'
import { registerDevice } from '../device.ts'
import { machineType } from '../machine/machine.ts'
import { keepSignIn, knownSignIns, type SignIn } from '../settings/settings.ts'
import { startBrowserSignIn } from '../sign-in/browser-sign-in.ts'
import { signInByCode } from '../sign-in/device-code.ts'
import { hasBrowser, openBrowser } from '../sign-in/open-browser.ts'
import { withSession } from '../sign-in/session.ts'
import { plain, print, printJson, printStatus } from '../terminal/terminal.ts'
import { UserError } from '../user-error.ts'
import { addCommand, type Options } from './command.ts'
import { readInput } from './input.ts'

interface LoginOptions extends Options {
  token?: string
  /** Whether to sign in with a code typed on another device. The default if this machine has no browser. */
  code?: boolean
  /** False for no device, undefined for the host's name. */
  device?: string | false
}

const usualServer = 'http://localhost:4280'

/** Adds `waypost login`. */
export function addLogin(program: Command): void {
  addCommand(
    program,
    'login',
    'Signs in, in the browser, by a code or with a token, and makes this machine one of your devices.',
    [
      'waypost login',
      'waypost login --server https://waypost.example.org --device "Work laptop"',
      'waypost login --code',
      'waypost login --token - < token.txt',
    ],
  )
    .option('--token <token>', "sign in with a token instead of the browser; '-' reads it from the input")
    .option('--code', 'show a code to type on another device; the default where there is no browser')
    .option('--no-code', 'wait for a browser on this machine')
    .option('--device <name>', 'the name of this machine, by default its host name')
    .option('--no-device', 'do not register this machine as a device')
    .action(login)
}

async function login(options: LoginOptions): Promise<void> {
  const server = options.server ?? knownSignIns()[0]?.server ?? usualServer
  const token = options.token === '-' ? (await readInput()).trim() : options.token
  const { account, key } = await (token !== undefined
    ? tryKey(server, token)
    : (options.code ?? !hasBrowser())
      ? tryKey(server, await signInByCode(server, options.device || undefined))
      : signInByBrowser(server))
  const { iden, email, name } = account
  const earlier = knownSignIns().find((signIn) => signIn.server === server && signIn.account.iden === iden)
  const signIn: SignIn = {
    server,
    token: key,
    account: { iden, email, ...(name && { name }) },
    ...(earlier?.device && options.device !== false && { device: earlier.device }),
  }
  // Saved before the device is registered, so a successful sign-in is kept even if the rest fails.
  keepSignIn(signIn)

  let device: Device | undefined
  if (options.device !== false) {
    device = await withSession(signIn, (session) => registerDevice(session, signIn.device, { name: options.device || undefined }))
    keepSignIn({ ...signIn, device: device.iden })
  }
  if (options.json) return printJson({ server, account: signIn.account, ...(device && { device }) })
  print(plain(`You are signed in to ${server} as ${email}.${device ? ` This machine is the device "${device.nickname}".` : ''}`))
}

async function tryKey(server: string, key: string): Promise<{ account: Account; key: string }> {
  if (key === '') throw new UserError('The token is empty.')
  return { account: await withSession({ server, token: key }, (session) => session.call(getMe, {})), key }
}

async function signInByBrowser(server: string) {
  // Check the server first: a browser that only shows "cannot connect" is no help.
  await withSession({ server, token: '' }, (session) => session.call(listProviders, {}))
  const { state, result } = await startBrowserSignIn({ take: (key) => tryKey(server, key) })
  const query = new URLSearchParams({ platform: machineType(), source: 'cli', type: 'local', state })
  const address = `${server}/desktop_auth?${query}`
  printStatus("Sign in in your browser. If it doesn't open, open this address on this machine:")
  printStatus(address)
  printStatus(`No browser on this machine? Stop this with Ctrl+C and run: waypost login --server ${server} --code`)
  openBrowser(address)
  return result
}
