import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

// For tests: what they start ends with them, also where they are killed and can end nothing themselves.

/** Reads `+ NUMBER` and `- NUMBER`, and when nobody writes any more ends the processes that were added and not taken away. */
const watching = `
trap '' HUP INT TERM
all=' '
while read -r sign number; do
  case $sign in
    +) all="$all$number " ;;
    -) all="\${all%% $number *} \${all#* $number }" ;;
  esac
done
[ "$all" = ' ' ] || kill -9 $all
`

let watcher: ChildProcess | undefined

/** Has a process that was just started end, by force, when this one is gone, however that came. Answers the same process. */
export function killedWithParent<P extends ChildProcess>(child: P): P {
  const { pid } = child
  if (pid === undefined || process.platform === 'win32') return child
  watcher ??= startWatcher()
  const { stdin } = watcher
  stdin?.write(`+ ${pid}\n`)
  // Its number may be given to another.
  child.once('exit', () => stdin?.write(`- ${pid}\n`))
  return child
}

/** One for all that this process starts. Its end of the line tells it when this process is gone. */
function startWatcher(): ChildProcess {
  const started = spawn('sh', ['-c', watching], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  started.on('error', () => {})
  started.stdin.on('error', () => {})
  // It must not keep this process from ending.
  started.unref()
  const line = started.stdin as Socket
  line.unref()
  return started
}
