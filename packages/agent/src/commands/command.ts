import { type Command, InvalidArgumentError } from 'commander'

/** Options that every command has. */
export interface Options {
  server?: string
  json?: boolean
}

/** Adds a command with the common options `--server` and `--json`, and examples. */
export function addCommand(program: Command, name: string, description: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ ${example}`).join('\n')
  return program
    .command(name)
    .description(description)
    .option('--server <address>', 'the server; by default the one signed in to last', readServer)
    .option('--json', 'print JSON, one object per line')
    .addHelpText('after', `\nExamples:\n${lines}`)
}

/** Parses a server address into an origin. Without a scheme it means https, or http on this machine. */
function readServer(address: string): string {
  const text = address.trim()
  const own = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(text)
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${own ? 'http' : 'https'}://${text}`
  const url = URL.canParse(full) ? new URL(full) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new InvalidArgumentError('Give an address such as http://localhost:4280.')
  return url.origin
}
