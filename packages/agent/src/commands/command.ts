import { type Command, InvalidArgumentError } from 'commander'

/** What every command can be told. */
export interface Options {
  server?: string
  json?: boolean
}

/** Adds a command with what every command has: `--server`, `--json` and examples. */
export function addCommand(program: Command, name: string, description: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ ${example}`).join('\n')
  return program
    .command(name)
    .description(description)
    .option('--server <address>', 'the server; the one signed in to last if left out', readServer)
    .option('--json', 'print JSON, one object a line')
    .addHelpText('after', `\nExamples:\n${lines}`)
}

/** The origin that a person means by an address. A name alone is taken for https, this machine's own for http. */
function readServer(address: string): string {
  const text = address.trim()
  const own = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(text)
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${own ? 'http' : 'https'}://${text}`
  const url = URL.canParse(full) ? new URL(full) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new InvalidArgumentError('Give an address such as http://localhost:4280.')
  return url.origin
}
