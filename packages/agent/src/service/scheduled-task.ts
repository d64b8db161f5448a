import { powershell } from '../desktop/powershell.ts'
import { run } from '../desktop/program.ts'
import { UserError } from '../user-error.ts'
import { because, type ServiceCommand, type ServiceManager } from './manager.ts'

const task = 'Waypost'

/**
 * A scheduled task of Windows. It is created with PowerShell: a task created with schtasks ends after three days, and on battery power.
 * Tasks have no environment of their own, so the command sets it, in a hidden console.
 */
const installScript = `
$ErrorActionPreference = 'Stop'
$action = New-ScheduledTaskAction -Execute 'conhost.exe' -Argument $env:WAYPOST_TASK_WORDS
$trigger = New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME
$settings = New-ScheduledTaskSettingsSet -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -ExecutionTimeLimit 0 -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1)
$null = Register-ScheduledTask -TaskName '${task}' -Action $action -Trigger $trigger -Settings $settings -Force
Stop-ScheduledTask -TaskName '${task}'
Start-ScheduledTask -TaskName '${task}'
`
const uninstallScript = `
$ErrorActionPreference = 'Stop'
if (-not (Get-ScheduledTask -TaskName '${task}' -ErrorAction SilentlyContinue)) { exit 3 }
Stop-ScheduledTask -TaskName '${task}'
Unregister-ScheduledTask -TaskName '${task}' -Confirm:$false
`
/** The exit code of the script when there is no such task. */
const noTask = 3

export const scheduledTask: ServiceManager = {
  async install(command, log) {
    const environment = { WAYPOST_TASK_WORDS: taskArguments(command) }
    const { code, errorOutput } = await run('powershell.exe', powershell(installScript), { env: environment, timeout: 60_000 })
    if (code !== 0) throw new UserError(`The task could not be created${because(errorOutput)}.`)
    log(`Created the scheduled task "${task}" and started it.`)
  },
  async uninstall(log) {
    const { code, errorOutput } = await run('powershell.exe', powershell(uninstallScript), { timeout: 60_000 })
    if (code === noTask) return false
    if (code !== 0) throw new UserError(`The task could not be removed${because(errorOutput)}.`)
    log(`Removed the scheduled task "${task}".`)
    return true
  },
}

/** The arguments of conhost. Windows provides the PATH of the user. */
export function taskArguments({ args, env }: ServiceCommand): string {
  const { PATH: _path, ...rest } = env
  const set = Object.entries(rest).map(([name, value]) => `$env:${name} = ${single(value)}; `)
  const line = `${set.join('')}& ${args.map(single).join(' ')}; exit $LASTEXITCODE`
  return ['--headless', 'powershell.exe', ...powershell(line)].join(' ')
}

/** Quotes a text for PowerShell, so that nothing in it is expanded. */
const single = (text: string) => `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`
