import type { MachineType } from '../machine/machine.ts'
import { UserError } from '../user-error.ts'
import { appName, type Note, type Notifier } from './notifier.ts'
import { powershell } from './powershell.ts'
import { findProgram, run } from './program.ts'

/** Shows notifications through a program of the platform. None of these programs reports how a notification ended. */
interface Shower {
  show(note: Note): Promise<void>
  close(key: string): Promise<void>
}

/** Shows notifications on macOS, Windows or Termux. @throws UserError if the program for it is missing */
export async function openProgramNotifier(type: Exclude<MachineType, 'linux'>): Promise<Notifier> {
  const { show, close } = { mac: onMac, windows: onWindows, android: inTermux }[type]()
  return { show, close, onEnd: () => () => {}, end: async () => {} }
}

/** @throws UserError if the program fails */
async function must(program: string, args: readonly string[], options: Parameters<typeof run>[2] = {}): Promise<void> {
  const { code, errorOutput: words } = await run(program, args, options)
  if (code !== 0) throw new UserError(words.split('\n')[0] || `${program} failed`)
}

/** `terminal-notifier` can close notifications and open addresses; the `osascript` that every Mac has can only show them. */
function onMac(): Shower {
  if (findProgram('terminal-notifier')) {
    return {
      async show({ key, title, body, address }) {
        const open = address === undefined ? [] : ['-open', address]
        // A message is required, and one that starts with a bracket would be parsed as a list.
        await must('terminal-notifier', ['-group', key, '-title', title, '-message', masked(body || ' '), ...open])
      },
      async close(key) {
        await must('terminal-notifier', ['-remove', key])
      },
    }
  }
  const script = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'].flatMap(
    (line) => ['-e', line],
  )
  return {
    async show({ title, body }) {
      await must('osascript', [...script, '--', title, body])
    },
    async close() {},
  }
}

/** The app id of PowerShell, which may show notifications. Our own id would need an entry in the start menu. */
const powershellApp = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'

/** The texts reach the script through the environment, and the notification as text nodes, so they are never parsed as code or XML. */
const toast = `
$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$null = [Windows.Data.Xml.Dom.XmlDocument, Windows.Data.Xml.Dom.XmlDocument, ContentType = WindowsRuntime]
$xml = New-Object Windows.Data.Xml.Dom.XmlDocument
$xml.LoadXml('<toast><visual><binding template="ToastGeneric"><text/><text/></binding></visual></toast>')
$texts = $xml.GetElementsByTagName('text')
$null = $texts.Item(0).AppendChild($xml.CreateTextNode($env:WAYPOST_NOTE_TITLE))
$null = $texts.Item(1).AppendChild($xml.CreateTextNode($env:WAYPOST_NOTE_BODY))
if ($env:WAYPOST_NOTE_ADDRESS) {
  $xml.DocumentElement.SetAttribute('activationType', 'protocol')
  $xml.DocumentElement.SetAttribute('launch', $env:WAYPOST_NOTE_ADDRESS)
}
$note = New-Object Windows.UI.Notifications.ToastNotification $xml
$note.Tag = $env:WAYPOST_NOTE_KEY
$note.Group = '${appName}'
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('${powershellApp}').Show($note)
`

const untoast = `
$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
[Windows.UI.Notifications.ToastNotificationManager]::History.Remove($env:WAYPOST_NOTE_KEY, '${appName}', '${powershellApp}')
`

/** The longest tag of a notification on Windows, in characters. */
const tagLength = 64

function onWindows(): Shower {
  const tag = (key: string) => key.slice(-tagLength)
  return {
    async show({ key, title, body, address = '' }) {
      const environment = {
        WAYPOST_NOTE_KEY: tag(key),
        WAYPOST_NOTE_TITLE: withoutNul(title),
        WAYPOST_NOTE_BODY: withoutNul(body),
        WAYPOST_NOTE_ADDRESS: address,
      }
      await must('powershell.exe', powershell(toast), { env: environment })
    },
    async close(key) {
      await must('powershell.exe', powershell(untoast), { env: { WAYPOST_NOTE_KEY: tag(key) } })
    },
  }
}

/** https://wiki.termux.com/wiki/Termux-notification */
function inTermux(): Shower {
  if (!findProgram('termux-notification')) {
    throw new UserError('termux-notification is missing; install the app Termux:API and then run: pkg install termux-api')
  }
  return {
    async show({ key, title, body, address }) {
      // The action is a shell command.
      const action = address === undefined ? [] : ['--action', `termux-open-url ${quoted(address)}`]
      await must('termux-notification', ['--id', key, '--title', title, ...action], { input: body || ' ' })
    },
    async close(key) {
      await must('termux-notification-remove', [key])
    },
  }
}

/** Quotes any text as a single shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

const masked = (text: string) => (/^[[({<"-]/.test(text) ? `\\${text}` : text)
const withoutNul = (text: string) => text.replaceAll('\0', '')
