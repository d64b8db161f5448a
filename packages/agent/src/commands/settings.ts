import { sealKey } from '@waypost/protocol'
import type { Command } from 'commander'
import { phoneHelp } from '../phone/open.ts'
import {
  changeCompanionSettings,
  companionSettings,
  keepKey,
  knownSignIns,
  type SignIn,
  settingsFile,
  signInAt,
} from '../settings/settings.ts'
import { formatTable } from '../terminal/format.ts'
import { didYouMean, suggest } from '../terminal/suggestions.ts'
import { plain, print, printJson, printStatus } from '../terminal/terminal.ts'
import { UserError } from '../user-error.ts'
import { addCommand, type Options } from './command.ts'
import { readPassword } from './password.ts'
import { isSetting, type SettingName, settingDefinitions, settingNames } from './setting-definitions.ts'

/** Adds `waypost settings`. */
export function addSettings(program: Command): void {
  addCommand(program, 'settings', 'Shows and changes the settings of the companion. A running companion applies them at once.', [
    'waypost settings',
    'waypost settings set clipboard on',
    'waypost settings set folders ~/Pictures ~/Music',
    'waypost settings set password',
    'waypost settings reset folders',
  ])
    .argument('[action]', "'set' or 'reset'; shows all of them if left out")
    .argument('[name]', `one of: ${settingNames.join(', ')}, password`)
    .argument('[values...]', 'the new value')
    .addHelpText('after', `\nThe phone is ${phoneHelp}.`)
    .action(settings)
}

async function settings(
  action: string | undefined,
  name: string | undefined,
  values: readonly string[],
  { server, json }: Options,
): Promise<void> {
  if (action === undefined) return list(server, json ?? false)
  if (action !== 'set' && action !== 'reset')
    throw new UserError(`Say 'set' or 'reset', not "${action}": waypost settings --help`)
  if (action === 'reset' && values.length > 0) throw new UserError('To reset a setting, give only its name.')
  if (name === 'password') await changePassword(signInAt(server), action, values)
  else if (isSetting(name)) change(name, action === 'set' ? values : undefined)
  else {
    const all = [...settingNames, 'password'].join(', ')
    const meant = didYouMean(suggest(name ?? '', [...settingNames, 'password']))
    throw new UserError(name === undefined ? `Say which: ${all}` : `There is no setting "${name}".${meant} There are: ${all}`)
  }
  if (json) list(server, true)
}

function list(server: string | undefined, json: boolean): void {
  const current = companionSettings()
  const known = server === undefined ? knownSignIns()[0] : signInAt(server)
  const hasPassword = known?.key !== undefined
  if (json) {
    printJson({ file: settingsFile(), ...current, password: hasPassword })
    return
  }
  const rows = settingNames.map((name) => {
    const { show, does } = settingDefinitions[name]
    return [name, show(current), does]
  })
  rows.push(['password', hasPassword ? 'set' : '', 'the end-to-end password, the same on all of your devices'])
  for (const line of formatTable(['name', 'value', 'what it is'], rows)) print(line)
  print('')
  print(plain(`They are kept in ${settingsFile()}`))
}

/** Without values the setting gets its default. */
function change(name: SettingName, values: readonly string[] | undefined): void {
  const { read, show, obstacle } = settingDefinitions[name]
  changeCompanionSettings(read(values))
  const settings = companionSettings()
  print(plain(`${name}: ${show(settings) || 'none'}`))
  const trouble = obstacle?.(settings)
  if (trouble !== undefined) printStatus(`It will not work here yet: ${trouble}.`)
}

async function changePassword(signIn: SignIn, action: 'set' | 'reset', values: readonly string[]): Promise<void> {
  if (values.length > 0 && values.join() !== '-') {
    throw new UserError(
      'Do not give the password in the command, where others on this machine can read it. You are asked for it.',
    )
  }
  const password = action === 'reset' ? '' : await readPassword()
  keepKey(signIn, password === '' ? undefined : await sealKey(password, signIn.account.iden))
  print(password === '' ? 'The password is cleared.' : 'The password is set.')
}
