import type { Command } from 'commander'
import { forgetSignIn, signInAt } from '../settings/settings.ts'
import { plain, print, printJson } from '../terminal/terminal.ts'
import { addCommand, type Options } from './command.ts'

/** Adds `waypost logout`. */
export function addLogout(program: Command): void {
  addCommand(program, 'logout', 'Signs out on this machine.', ['waypost logout']).action(logout)
}

function logout({ server, json }: Options): void {
  const signIn = signInAt(server)
  forgetSignIn(signIn)
  if (json) printJson({ server: signIn.server, account: signIn.account })
  else print(plain(`You are signed out of ${signIn.server}.`))
}
