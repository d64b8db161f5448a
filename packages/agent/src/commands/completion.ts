// Completes commands, options and names in the shell when Tab is pressed.

import { Argument, type Command, type Option } from 'commander'
import { recipientNames } from '../recipient.ts'
import { withSignedInSession } from '../sign-in/session.ts'
import { plain, print } from '../terminal/terminal.ts'
import { UserError } from '../user-error.ts'
import { settingNames } from './setting-definitions.ts'

/** Tells the shell to complete file names itself. */
const files = ':files'
/** How long a shell waits for the server, in milliseconds. */
const completionTimeout = 2_000

/**
 * The script that each shell runs when Tab is pressed. It calls `waypost complete` with the words up to the cursor and offers the lines
 * that this prints.
 */
const scripts: Record<string, string> = {
  bash: `_waypost() {
  local found line
  COMPREPLY=()
  found=$(waypost complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
  if [ "$found" = '${files}' ]; then
    compopt -o default
    return
  fi
  while IFS= read -r line; do
    [ -n "$line" ] && COMPREPLY+=("$(printf '%q' "$line")")
  done <<< "$found"
}
complete -F _waypost waypost
`,
  zsh: `#compdef waypost
_waypost() {
  local -a found
  found=("\${(@f)$(waypost complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $found[1] == '${files}' ]]; then
    _files
  else
    compadd -- "\${(@)found:#}"
  fi
}
compdef _waypost waypost
`,
  fish: `function __waypost_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (waypost complete -- $words[2..-1] 2>/dev/null)
  if test "$found[1]" = '${files}'
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c waypost -f -a '(__waypost_complete)'
`,
}

/** Where each shell loads its script. */
const places = `
Bash, in ~/.bashrc:
  eval "$(waypost completion bash)"
Zsh, in ~/.zshrc, after compinit:
  eval "$(waypost completion zsh)"
Fish:
  waypost completion fish > ~/.config/fish/completions/waypost.fish`

/** Adds `waypost completion`, and `waypost complete` for its scripts. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Prints a script that makes a shell complete commands, options and recipients.')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(scripts)))
    .addHelpText('after', places)
    .action((shell: string) => print((scripts[shell] ?? '').trimEnd()))
  program
    .command('complete', { hidden: true })
    .description('Prints completions of the last word, one per line.')
    .argument('[words...]', 'the words typed after "waypost"')
    .action(async (words: readonly string[]) => {
      for (const word of await completions(program, words)) print(plain(word))
    })
}

async function completions(program: Command, words: readonly string[]): Promise<string[]> {
  const current = words.at(-1) ?? ''
  let command = program
  let option: Option | undefined
  let operands: string[] = []
  let plainWords = false
  for (const word of words.slice(0, -1)) {
    if (plainWords) operands.push(word)
    else if (word === '--') plainWords = true
    else if (word.startsWith('-') && word !== '-') {
      const named = command.options.find(({ long, short }) => word === long || word === short)
      option = named && (named.required || named.optional) ? named : undefined
    } else if (option) {
      if (!option.variadic) option = undefined
    } else {
      const next = operands.length === 0 ? command.commands.find((each) => each.name() === word) : undefined
      if (next) [command, operands] = [next, []]
      else operands.push(word)
    }
  }
  if (!plainWords && option && !current.startsWith('-')) return fitting(await valuesOf(option), current)
  if (!plainWords && current.startsWith('-')) {
    const known = [...command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])), '--help']
    return fitting(known, current)
  }
  if (plainWords) return []
  const subcommands = operands.length === 0 ? command.commands.filter((each) => !isHidden(each)).map((each) => each.name()) : []
  return fitting([...subcommands, ...(await operandsOf(command, operands))], current)
}

const isHidden = (command: Command) => (command as Command & { _hidden?: boolean })._hidden === true

async function valuesOf({ long, argChoices }: Option): Promise<string[]> {
  if (argChoices) return argChoices
  if (long === '--to') return known()
  return long === '--file' || long === '--output' ? [files] : []
}

async function operandsOf(command: Command, operands: readonly string[]): Promise<string[]> {
  const at = operands.length
  const name = command.name()
  if (name === 'settings') {
    if (at === 0) return ['set', 'reset']
    if (at === 1) return [...settingNames, 'password']
    const [, setting] = operands
    if (setting === 'folders' || setting === 'downloads') return [files]
    if (setting === 'phone') return ['gammu:/etc/gammu-smsdrc', 'termux', 'simulated', 'off']
    return setting === 'password' ? [] : ['on', 'off']
  }
  if ((name === 'files' || (name === 'get' && command.parent?.name() === 'files')) && at === 0) return known()
  return command.registeredArguments[at]?.argChoices ?? []
}

/** Names of devices and people; none if the server doesn't answer in time. */
async function known(): Promise<string[]> {
  const late = new Promise<string[]>((resolve) => setTimeout(() => resolve([]), completionTimeout).unref())
  const asked = withSignedInSession(undefined, ({ session }) => recipientNames(session)).catch((error: unknown) => {
    if (error instanceof UserError || (error as Error).name === 'Refusal') return []
    throw error
  })
  return Promise.race([asked, late])
}

function fitting(words: readonly string[], beginning: string): string[] {
  if (words[0] === files) return [files]
  const wanted = beginning.toLowerCase()
  return words.filter((word) => word.toLowerCase().startsWith(wanted))
}
