import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

// For tests: the processes they start are killed when the test process ends, even by force.

/** Reads `+ PID` and `- PID`, and at the end of its input kills the processes that were added and not removed. */
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

/** Has a started process killed when this one ends in any way. Returns the process. */
export function killedWithParent<P extends ChildProcess>(child: P): P {
  const { pid } = child
  if (pid === undefined || process.platform === 'win32') return child
  watcher ??= startWatcher()
  const { stdin } = watcher
  stdin?.write(`+ ${pid}\n`)
  // Its id may be reused.
  child.once('exit', () => stdin?.write(`- ${pid}\n`))
  return child
}

/** One watcher for all processes started here. Its input closes when this process ends. */
function startWatcher(): ChildProcess {
  const started = spawn('sh', ['-c', watching], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  started.on('error', () => {})
  started.stdin.on('error', () => {})
  // The watcher must not keep this process running.
  started.unref()
  const line = started.stdin as Socket
  line.unref()
  return started
}
