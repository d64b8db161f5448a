import { sealKey } from '@waypost/protocol'
import type { Command } from 'commander'
import { Failed } from '../failed.ts'
import { didYouMean, likely } from '../likely.ts'
import { tableOf } from '../line.ts'
import { phoneHelp } from '../phone/open.ts'
import { changeCompanion, companionSettings, keepKey, knownSignIns, type SignIn, settingsFile, signInAt } from '../settings.ts'
import { plain, say, sayJson, tell } from '../terminal.ts'
import { addCommand, type Options } from './command.ts'
import { readPassword } from './password.ts'
import { isSetting, type SettingName, settingNames, theSettings } from './setting.ts'

/** `waypost settings` */
export function addSettings(program: Command): void {
  addCommand(program, 'settings', 'Shows and changes what the companion does. One that runs takes changes over at once.', [
    'waypost settings',
    'waypost settings set clipboard on',
    'waypost settings set folders ~/Pictures ~/Music',
    'waypost settings set password',
    'waypost settings reset folders',
  ])
    .argument('[action]', "'set' or 'reset'; shows all of them if left out")
    .argument('[name]', `one of: ${settingNames.join(', ')}, password`)
    .argument('[values...]', 'what it is to be')
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
  if (action !== 'set' && action !== 'reset') throw new Failed(`Say 'set' or 'reset', not "${action}": waypost settings --help`)
  if (action === 'reset' && values.length > 0) throw new Failed('To reset a setting takes its name alone.')
  if (name === 'password') await changePassword(signInAt(server), action, values)
  else if (isSetting(name)) change(name, action === 'set' ? values : undefined)
  else {
    const all = [...settingNames, 'password'].join(', ')
    const meant = didYouMean(likely(name ?? '', [...settingNames, 'password']))
    throw new Failed(name === undefined ? `Say which: ${all}` : `There is no setting "${name}".${meant} There are: ${all}`)
  }
  if (json) list(server, true)
}

function list(server: string | undefined, json: boolean): void {
  const current = companionSettings()
  const known = server === undefined ? knownSignIns()[0] : signInAt(server)
  const hasPassword = known?.key !== undefined
  if (json) {
    sayJson({ file: settingsFile(), ...current, password: hasPassword })
    return
  }
  const rows = settingNames.map((name) => {
    const { show, does } = theSettings[name]
    return [name, show(current), does]
  })
  rows.push(['password', hasPassword ? 'set' : '', 'the end-to-end password, the same on all of your devices'])
  for (const line of tableOf(['name', 'value', 'what it is'], rows)) say(line)
  say('')
  say(plain(`They are kept in ${settingsFile()}`))
}

/** Changes a setting, or puts it back to what is usual. */
function change(name: SettingName, values: readonly string[] | undefined): void {
  const { read, show, obstacle } = theSettings[name]
  changeCompanion(read(values))
  const settings = companionSettings()
  say(plain(`${name}: ${show(settings) || 'none'}`))
  const trouble = obstacle?.(settings)
  if (trouble !== undefined) tell(`It will not work here yet: ${trouble}.`)
}

async function changePassword(signIn: SignIn, action: 'set' | 'reset', values: readonly string[]): Promise<void> {
  if (values.length > 0 && values.join() !== '-') {
    throw new Failed('Do not give the password in the command, where others on this machine can read it. You are asked for it.')
  }
  const password = action === 'reset' ? '' : await readPassword()
  keepKey(signIn, password === '' ? undefined : await sealKey(password, signIn.account.iden))
  say(password === '' ? 'The password is cleared.' : 'The password is set.')
}
