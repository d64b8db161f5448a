#!/usr/bin/env node

import { Refusal } from '@waypost/protocol'
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addCompletion } from './commands/completion.ts'
import { addDevices } from './commands/devices.ts'
import { addFiles } from './commands/files.ts'
import { addList } from './commands/list.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addPhone } from './commands/phones/phone.ts'
import { addPush } from './commands/push.ts'
import { addAsk } from './commands/questions/ask.ts'
import { addMcp } from './commands/questions/mcp.ts'
import { addRun } from './commands/run.ts'
import { addSearch } from './commands/search.ts'
import { addSettings } from './commands/settings.ts'
import { addSms } from './commands/sms.ts'
import { addWatch } from './commands/watch.ts'
import { didYouMean, suggestCommands } from './terminal/suggestions.ts'
import { exitWhenOutputCloses, printStatus } from './terminal/terminal.ts'
import { UserError } from './user-error.ts'

const program = new Command('waypost')
  .description('Sends notes and links to your devices and to people, and shows what arrives.')
  .version(manifest.version)
  .addHelpText(
    'after',
    `
Examples:
  $ waypost login
  $ waypost push Remember the milk
  $ make 2>&1 | waypost push --title 'Build log' --to phone
  $ waypost watch

Every command has its own help: waypost push --help`,
  )

for (const add of [
  addLogin,
  addPush,
  addAsk,
  addList,
  addSearch,
  addWatch,
  addDevices,
  addFiles,
  addSms,
  addPhone,
  addRun,
  addMcp,
  addSettings,
  addLogout,
  addCompletion,
])
  add(program)

// Commander suggests by edit distance alone, and lists every command that is about as close.
program.on('command:*', ([typed = '']: string[]) => {
  const names = program.commands.map((command) => command.name()).filter((name) => name !== 'complete')
  throw new UserError(
    `There is no command "${typed}".${didYouMean(suggestCommands(typed, names))} See them all with: waypost --help`,
  )
})

exitWhenOutputCloses()
try {
  await program.parseAsync()
} catch (error) {
  process.exitCode ??= 1
  if (error instanceof UserError) for (const line of error.message.split('\n')) printStatus(line)
  else if (error instanceof Refusal) printStatus(error.message)
  // A bug: the stack trace helps to fix it.
  else throw error
}
// Exit even if something, such as a connection, is still open, but only after all output is written.
process.stderr.write('', () => process.stdout.write('', (error) => error ?? process.exit()))
